/** The lines of an event with the names on them: what co-occurs, and what may be quoted. Read once for each event. */
import { type KeyKind, keysIn } from './keys.ts'
import type { SessionEvent } from './normal-form.ts'

export type SourceLine = {
  readonly text: string
  /** Each key once, in order of place. */
  readonly keys: readonly string[]
}

/** Longer lines are data, not statements: names on them are counted, but are no partners of each other. */
export const UNIT_CHARS_MAX = 600

const read = new WeakMap<SessionEvent, readonly SourceLine[]>()
const kinds = new Map<string, KeyKind>()

export const sourceLines = (event: SessionEvent): readonly SourceLine[] => {
  const known = read.get(event)
  if (known !== undefined) return known
  const lines = event.text.split('\n').map((text) => {
    const keys = keysIn(text)
    for (const key of keys) kinds.set(key.text, key.kind)
    return { text, keys: [...new Set(keys.map((key) => key.text))] }
  })
  read.set(event, lines)
  return lines
}

/** The kind a key was found as last; its form decides, so it is always the same. */
export const kindOfKey = (key: string): KeyKind => kinds.get(key) ?? 'symbol'

export const eventKeys = (event: SessionEvent): ReadonlySet<string> =>
  new Set(sourceLines(event).flatMap(({ keys }) => keys))

const GUTTER = /^\s*\d+\s*(?:→|\||:|\t)\s?/
const MARKER = /^\s*(?:[-*+>•]|\d+[.)])\s+/
const POINTER = /\s*\[[\w ,…–.-]{1,40}\]\s*$/

/** A line without what a tool or a list puts before it, and without the id of its source behind it. */
export const bareLine = (text: string): string =>
  text.replace(GUTTER, '').replace(MARKER, '').replace(POINTER, '').trim()

/** What a prefix says of each key: how often, by whom, where last, and in whose company. */
import { baseName } from './keys.ts'
import { isShown, type SessionEvent } from './normal-form.ts'
import { sourceLines, UNIT_CHARS_MAX } from './source-lines.ts'

export type KeyFacts = {
  readonly key: string
  /** Lines that name it. */
  readonly count: number
  /** Places in the list of events. */
  readonly first: number
  readonly last: number
  readonly byUser: boolean
  readonly byAgent: boolean
  readonly inCall: boolean
  /** The most frequent keys on the same line, most frequent first. */
  readonly partners: readonly string[]
}

export type SourceIndex = {
  readonly facts: ReadonlyMap<string, KeyFacts>
  /** Base names that one path alone has. */
  readonly uniqueBases: ReadonlySet<string>
}

const PARTNERS_MAX = 3

type Counted = {
  count: number
  readonly first: number
  last: number
  byUser: boolean
  byAgent: boolean
  inCall: boolean
  readonly company: Map<string, number>
}

export const sourceIndex = (events: readonly SessionEvent[]): SourceIndex => {
  const counted = new Map<string, Counted>()
  for (const [place, event] of events.entries()) {
    if (!isShown(event)) continue
    for (const { text, keys } of sourceLines(event)) {
      for (const key of keys) {
        const entry = entryOf(counted, key, place)
        entry.count += 1
        entry.last = place
        if (event.kind === 'user') entry.byUser = true
        if (event.kind === 'say') entry.byAgent = true
        if (event.kind === 'call') entry.inCall = true
        if (text.length < UNIT_CHARS_MAX)
          for (const other of keys) if (other !== key) entry.company.set(other, (entry.company.get(other) ?? 0) + 1)
      }
    }
  }
  const facts = new Map<string, KeyFacts>()
  for (const [key, { company, ...rest }] of counted) facts.set(key, { key, ...rest, partners: mostFrequent(company) })
  return { facts, uniqueBases: uniqueBasesOf(counted.keys()) }
}

const entryOf = (counted: Map<string, Counted>, key: string, place: number): Counted => {
  const known = counted.get(key)
  if (known !== undefined) return known
  const made: Counted = {
    count: 0,
    first: place,
    last: place,
    byUser: false,
    byAgent: false,
    inCall: false,
    company: new Map(),
  }
  counted.set(key, made)
  return made
}

/** Of equal counts the one met first: a Map keeps the order of arrival, and sorting is stable. */
const mostFrequent = (company: ReadonlyMap<string, number>): readonly string[] =>
  [...company]
    .sort(([, a], [, b]) => b - a)
    .slice(0, PARTNERS_MAX)
    .map(([key]) => key)

const uniqueBasesOf = (keys: Iterable<string>): ReadonlySet<string> => {
  const paths = new Map<string, number>()
  for (const key of keys) {
    if (!key.includes('/')) continue
    const base = baseName(key)
    paths.set(base, (paths.get(base) ?? 0) + 1)
  }
  return new Set([...paths].filter(([, count]) => count === 1).map(([base]) => base))
}

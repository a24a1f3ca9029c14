/**
 * The pool that extraction chooses from: sentences of user and agent, the head of each call and what it edited, lines of
 * results that hold a name or an error. Shared by the reference extraction and by the oracle that knows the future.
 */
import { isShown, type SessionEvent } from '../probes/normal-form.ts'
import { bareLine, sourceLines } from '../probes/source-lines.ts'
import { memoEvents } from './memo-events.ts'

export type Unit = {
  readonly text: string
  readonly keys: readonly string[]
  readonly event: number
  readonly line: number
}

export const LINE_CHARS_MAX = 400

const ERROR = /\b(error|fail(?:ed|ure)?|panic|undefined|cannot)\b/i

/** Each distinct text once, at its newest place. */
export const unitsOf: (events: readonly SessionEvent[]) => readonly Unit[] = memoEvents((events) => {
  const units = new Map<string, Unit>()
  for (const [place, event] of events.entries()) {
    if (!isShown(event)) continue
    for (const [line, source] of sourceLines(event).entries()) {
      const text = event.kind === 'call' && line === 0 ? source.text : bareLine(source.text)
      if (text === '' || text.length > LINE_CHARS_MAX || !isChosen(event, text, source.keys)) continue
      units.delete(text)
      units.set(text, { text, keys: source.keys, event: place, line })
    }
  }
  return [...units.values()]
})

const isChosen = ({ kind, ok }: SessionEvent, text: string, keys: readonly string[]): boolean =>
  kind === 'user' || kind === 'say' || kind === 'summary' || keys.length > 0 || (ok === false && ERROR.test(text))

/** In the order they were said. */
export const inOrder = (units: readonly Unit[]): readonly Unit[] =>
  units.toSorted((a, b) => a.event - b.event || a.line - b.line)

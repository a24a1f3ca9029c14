/**
 * The fact ledger: what a stretch of a session contains, typed, from structure alone. A deliberate second copy of what the
 * product keeps for itself: an examiner that shared the pupil's code would share the pupil's blind spots.
 */
import { listAt, textAt } from '../import/fields.ts'
import { definedIn } from './definitions.ts'
import { createFactLog, type Fact, type FactLog, type Noted } from './fact-log.ts'
import { fileNotes } from './ledger-files.ts'
import { commandKey, errorSignature, runNotes, testNotes } from './ledger-runs.ts'
import { isShown, type SessionEvent } from './normal-form.ts'
import { isCorrection, isDecision, polarityOf, sentencesOf, withoutBackground } from './sentences.ts'

export const factLedger = (events: readonly SessionEvent[]): readonly Fact[] => {
  const log = createFactLog()
  const calls = new Map<string, SessionEvent>()
  const failing = new Map<string, string>()
  for (const [place, event] of events.entries()) {
    if (!isShown(event)) continue
    const note = noteAt(log, event, place)
    if (event.kind === 'call') noteCall({ event, calls, note })
    if (event.kind === 'result') noteResult({ event, call: calls.get(event.callId ?? ''), failing, note })
    if (event.kind === 'user') noteUser(event, note)
    if (event.kind === 'say') noteSay(event, note)
  }
  return log.facts()
}

type Note = (noted: Pick<Noted, 'type' | 'key' | 'value'>) => void

const noteAt =
  (log: FactLog, event: SessionEvent, place: number): Note =>
  (noted) => {
    if (noted.key !== '') log.note({ ...noted, source: event.id, place })
  }

type CallNotes = { readonly event: SessionEvent; readonly calls: Map<string, SessionEvent>; readonly note: Note }

const noteCall = ({ event, calls, note }: CallNotes): void => {
  if (event.callId !== undefined) calls.set(event.callId, event)
  for (const { content, state } of todosOf(event)) note({ type: 'todo', key: content, value: state })
  for (const name of definedIn(event)) note({ type: 'symbol', key: name, value: event.path ?? '' })
  note({ type: 'agent.state', key: 'last tool', value: event.tool ?? '' })
}

type ResultNotes = {
  readonly event: SessionEvent
  readonly call: SessionEvent | undefined
  /** Error signature by command, while it is open. */
  readonly failing: Map<string, string>
  readonly note: Note
}

const noteResult = ({ event, call, failing, note }: ResultNotes): void => {
  if (call !== undefined && event.ok !== false) for (const noted of fileNotes(call)) note(noted)
  if (call !== undefined) for (const noted of runNotes(call, event)) note(noted)
  for (const noted of testNotes(event)) note(noted)
  const command = call === undefined ? undefined : (commandKey(call) ?? `${call.tool ?? ''} ${call.path ?? ''}`)
  if (event.ok === false) {
    const signature = errorSignature(event)
    if (signature === undefined) return
    note({ type: 'error', key: signature, value: 'open' })
    if (command !== undefined) failing.set(command, signature)
  } else if (command !== undefined) {
    const signature = failing.get(command)
    if (signature !== undefined) note({ type: 'error', key: signature, value: 'resolved' })
    failing.delete(command)
  }
}

const REF = /https?:\/\/[^\s)>\]"'`]+|(?<![\w&])#\d+\b|\b[A-Z]{2,6}-\d+\b/g
const NUMBER = /\b\d+(?:\.\d+)?\s?(?:ms|s|sec|min|MB|KB|GB|MiB|KiB|%|tokens|lines|files|x)(?!\w)/g

const noteUser = (event: SessionEvent, note: Note): void => {
  for (const sentence of sentencesOf(withoutBackground(event.text))) {
    const polarity = polarityOf(sentence)
    if (polarity !== null) note({ type: 'user.order', key: sentence, value: polarity })
  }
  for (const sentence of sentencesOf(event.text)) {
    if (isCorrection(sentence)) note({ type: 'user.correction', key: sentence, value: 'said' })
  }
  noteMarks(event, note)
}

const noteSay = (event: SessionEvent, note: Note): void => {
  for (const sentence of sentencesOf(event.text))
    if (isDecision(sentence)) note({ type: 'decision', key: sentence, value: 'said' })
  noteMarks(event, note)
  note({ type: 'agent.state', key: 'last say', value: event.text.slice(0, 200) })
}

const noteMarks = ({ text }: SessionEvent, note: Note): void => {
  for (const [found] of text.matchAll(REF)) note({ type: 'ref', key: found, value: 'named' })
  for (const [found] of text.matchAll(NUMBER)) note({ type: 'number', key: found, value: 'named' })
}

export type Todo = { readonly content: string; readonly state: string }

/** Items of a plan or to-do call, whichever spelling the tool has. */
export const todosOf = ({ kind, input = {} }: SessionEvent): readonly Todo[] =>
  kind !== 'call'
    ? []
    : [...listAt(input, 'todos'), ...listAt(input, 'plan')].flatMap((entry) => {
        const content = textAt(entry, 'content') ?? textAt(entry, 'step')
        return content === undefined ? [] : [{ content, state: textAt(entry, 'status') ?? 'open' }]
      })

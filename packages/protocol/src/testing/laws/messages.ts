/**
 * L12: each accepted message ends exactly once. It is `added` before anything else, then either `taken` into a turn, with
 * one `user_message` to show it, or `dropped` with a reason; at rest it may wait, but visibly.
 */
import { NOT_CONFIRMED, type RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'

type Message = { readonly ordinal: number; ends: number; taken: boolean; shown: number }

export const checkMessages = (lines: readonly RolloutLine[], state: 'running' | 'at_rest'): Breach[] => {
  const breaches: Breach[] = []
  const messages = new Map<string, Message>()
  for (const line of lines) {
    const report = (message: string) => breaches.push({ law: 'L12', at: `line ${line.ordinal}`, message })
    if (line.type === 'queue') takeChange(line, messages, report)
    if (line.type === 'event_msg' && line.payload.msg.type === 'user_message') {
      const message = messages.get(line.payload.msg.submission_id)
      if (message === undefined) report(`message ${line.payload.msg.submission_id} was never accepted`)
      else message.shown += 1
    }
  }
  const waiting = waitingAtEnd(lines)
  for (const [id, { ordinal, ends, taken, shown }] of messages) {
    const report = (message: string) => breaches.push({ law: 'L12', at: `line ${ordinal}`, message })
    if (ends > 1) report(`message ${id} ends ${ends} times`)
    if (shown > 1) report(`message ${id} enters the history ${shown} times`)
    if (shown === 1 && !taken) report(`message ${id} is in the history and was never taken`)
    if (state === 'running') continue
    if (taken && shown === 0) report(`message ${id} was taken and never entered the history`)
    if (ends === 0 && !waiting.has(id)) report(`message ${id} was accepted and is nowhere`)
  }
  return breaches
}

type QueueLine = Extract<RolloutLine, { type: 'queue' }>

const takeChange = (
  { ordinal, payload }: QueueLine,
  messages: Map<string, Message>,
  report: (message: string) => void,
): void => {
  if (payload.change === 'added') {
    const id = payload.input.submission_id
    if (messages.has(id)) report(`message ${id} is accepted twice`)
    else messages.set(id, { ordinal, ends: 0, taken: false, shown: 0 })
  }
  if (payload.change !== 'taken' && payload.change !== 'dropped') return
  if (payload.change === 'dropped' && payload.reason === NOT_CONFIRMED) {
    // It was never accepted: its sender was told so, and may send it again.
    messages.delete(payload.submission_id)
    return
  }
  const message = messages.get(payload.submission_id)
  if (message === undefined) {
    report(`message ${payload.submission_id} is ${payload.change} and was never accepted`)
    return
  }
  message.ends += 1
  message.taken ||= payload.change === 'taken'
}

/** What the last word on the queue names, and what was told to be held since. */
const waitingAtEnd = (lines: readonly RolloutLine[]): ReadonlySet<string> => {
  let waiting = new Set<string>()
  for (const line of lines) {
    if (line.type !== 'event_msg') continue
    const { msg } = line.payload
    if (msg.type === 'queue_changed') waiting = new Set(msg.queued.map(({ submission_id }) => submission_id))
    if (msg.type === 'input_held') waiting.add(msg.submission_id)
  }
  return waiting
}

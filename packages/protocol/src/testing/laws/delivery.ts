/** L12 on the wire: what was accepted is in the log once, what was rejected is not, and a client sees each logged event once, in order. */
import type { Event } from '../../frame.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'
import type { Answered } from './recorded-thread.ts'

export const checkAnswers = (lines: readonly RolloutLine[], answers: readonly Answered[]): Breach[] => {
  const added = new Set(
    lines.flatMap((line) =>
      line.type === 'queue' && line.payload.change === 'added' ? [line.payload.input.submission_id] : [],
    ),
  )
  const accepted = new Set(answers.flatMap(({ reply }) => (reply.type === 'accepted' ? [reply.id] : [])))
  return answers.flatMap(({ op, reply }): Breach[] => {
    if (op.type !== 'user_turn' && op.type !== 'user_input') return []
    const at = `answer ${reply.id ?? ''}`
    // The same id again is the same submission, whatever it brings.
    if (reply.type === 'accepted' && reply.outcome === 'duplicate') return []
    if (reply.type === 'accepted')
      return added.has(reply.id) ? [] : [breach(at, `message ${reply.id} was accepted and is not in the log`)]
    // A disk that refuses is told so: what it kept nobody knows.
    if (reply.code === 'internal') return []
    return reply.id !== null && added.has(reply.id) && !accepted.has(reply.id)
      ? [breach(at, `message ${reply.id} was rejected (${reply.code}) and is in the log`)]
      : []
  })
}

export const checkDelivered = (lines: readonly RolloutLine[], events: readonly Event[]): Breach[] => {
  const logged = new Map(
    lines.flatMap((line) => (line.type === 'event_msg' ? [[line.payload.seq, line.payload] as const] : [])),
  )
  let last: number | null = null
  return events.flatMap((event, index): Breach[] => {
    const { seq, after_seq, id, msg } = event
    const at = `event ${index}`
    if (seq === undefined) {
      return after_seq !== undefined && last !== null && after_seq > last
        ? [breach(at, `${msg.type} says it comes after ${after_seq}, and the last one was ${last}`)]
        : []
    }
    const expected = last === null ? seq : last + 1
    last = seq
    if (seq !== expected) return [breach(at, `${msg.type} has seq ${seq}, expected ${expected}`)]
    const line = logged.get(seq)
    if (line === undefined) return [breach(at, `${msg.type} has seq ${seq}, which the log does not have`)]
    return JSON.stringify([id, msg]) === JSON.stringify([line.submission_id, line.msg])
      ? []
      : [breach(at, `${msg.type} ${seq} is not what the log has under this number`)]
  })
}

const breach = (at: string, message: string): Breach => ({ law: 'L12', at, message })

import { expect, test } from 'vitest'
import { Accepted, Event, Rejected } from '../../frame.ts'
import { Op } from '../../op.ts'
import { breachText } from './breach.ts'
import { checkAnswers, checkDelivered } from './delivery.ts'
import { began, counted, type Draft, logOf } from './testing/lines.ts'

const added = (submission_id: string): Draft => [
  'queue',
  { change: 'added', input: { submission_id, items: [{ type: 'text', text: 'go' }], origin: 'user' } },
]
const says = Op.parse({ type: 'user_turn', items: [{ type: 'text', text: 'go' }] })
const yes = (id: string, outcome = 'started') => ({
  op: says,
  reply: Accepted.parse({ type: 'accepted', id, outcome, from_seq: 0 }),
})
const no = (id: string, code: string) => ({
  op: says,
  reply: Rejected.parse({ type: 'rejected', id, code, message: 'no', path: [] }),
})

test('L12: what was accepted is in the log, and what was rejected is not', () => {
  const lines = logOf(began, added('s1'))
  expect(checkAnswers(lines, [yes('s1'), yes('s9', 'duplicate'), no('s2', 'busy'), no('s1', 'internal')])).toEqual([])
  expect(checkAnswers(lines, [yes('s2')]).map(breachText)).toEqual([
    'L12 answer s2: message s2 was accepted and is not in the log',
  ])
  expect(checkAnswers(lines, [no('s1', 'busy')]).map(breachText)).toEqual([
    'L12 answer s1: message s1 was rejected (busy) and is in the log',
  ])
})

test('L12: a client gets each event of the log once, in order and unchanged', () => {
  const lines = logOf(began, counted(1), counted(2), counted(3))
  const events = lines.flatMap((line) =>
    line.type === 'event_msg'
      ? [Event.parse({ type: 'event', thread_id: 'th', seq: line.payload.seq, id: null, msg: line.payload.msg })]
      : [],
  )
  const [first, second, third] = events
  if (first === undefined || second === undefined || third === undefined) throw new Error('three events')
  const breaches = (...given: readonly Event[]) => checkDelivered(lines, given).map(breachText)
  expect(breaches(...events)).toEqual([])
  expect(breaches(second, third)).toEqual([])
  expect(breaches(first, third)).toEqual(['L12 event 1: token_count has seq 3, expected 2'])
  expect(breaches(first, first)).toEqual(['L12 event 1: token_count has seq 1, expected 2'])
  expect(breaches(third, { ...third, seq: 4 })).toEqual([
    'L12 event 1: token_count has seq 4, which the log does not have',
  ])
  expect(breaches({ ...first, msg: third.msg })).toEqual([
    'L12 event 0: token_count 1 is not what the log has under this number',
  ])
  const status: Event = {
    type: 'event',
    thread_id: first.thread_id,
    after_seq: 2,
    id: null,
    msg: { type: 'presence', clients: [] },
  }
  expect(breaches(first, second, status)).toEqual([])
  expect(breaches(first, status)).toEqual(['L12 event 1: presence says it comes after 2, and the last one was 1'])
})

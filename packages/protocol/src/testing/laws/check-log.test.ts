import { expect, test } from 'vitest'
import { NOT_CONFIRMED, RolloutLine } from '../../rollout-item.ts'
import { checkLog } from './check-log.ts'

type Draft = readonly [type: RolloutLine['type'], payload: object]

let seq = 0

const event = (msg: object): Draft => ['event_msg', { submission_id: null, msg }]
const item = (id: string, payload: object, turn_id = 't1'): Draft => [
  'response_item',
  { ...payload, meta: { id, at: 1, origin: 'assistant', turn_id } },
]
const call = (id: string, call_id: string, turn?: string) =>
  item(id, { type: 'function_call', name: 'shell', arguments: '{}', call_id }, turn)
const result = (id: string, call_id: string, turn?: string) =>
  item(id, { type: 'function_call_output', call_id, output: 'ok' }, turn)
const added = (submission_id: string): Draft => [
  'queue',
  { change: 'added', input: { submission_id, items: [{ type: 'text', text: 'go' }], origin: 'user' } },
]
const taken = (submission_id: string, turn_id = 't1'): Draft => ['queue', { change: 'taken', submission_id, turn_id }]
const dropped = (submission_id: string, reason = 'shutdown'): Draft => [
  'queue',
  { change: 'dropped', submission_id, reason },
]
const begins = (turn_id = 't1') => event({ type: 'turn_started', turn_id, origin: 'user' })
const ends = (turn_id = 't1') => event({ type: 'turn_complete', turn_id, last_agent_message: null, duration_ms: 1 })
const shown = (submission_id: string, item_id = 'i1') =>
  event({ type: 'user_message', item_id, submission_id, text: 'go', origin: 'user' })
const queued = (...ids: readonly string[]) =>
  event({ type: 'queue_changed', queued: ids.map((submission_id) => ({ submission_id, text: 'go' })) })
const meta: Draft = [
  'session_meta',
  { id: 'th', timestamp: '2026-03-14T12:00:00.000Z', cwd: '/w', originator: 'test', cli_version: '1', source: 'test' },
]

/** Lines with ordinals and event numbers as a good log has them. */
const logOf = (...drafts: readonly Draft[]): RolloutLine[] => {
  seq = 0
  return drafts.map(([type, payload], ordinal) => {
    if (type === 'event_msg') seq += 1
    const numbered = type === 'event_msg' ? { ...payload, seq } : payload
    return RolloutLine.parse({ timestamp: '2026-03-14T12:00:00.000Z', ordinal, type, payload: numbered })
  })
}

const good: readonly Draft[] = [
  meta,
  added('s1'),
  begins(),
  taken('s1'),
  shown('s1'),
  call('i2', 'a'),
  call('i3', 'b'),
  result('i4', 'a'),
  result('i5', 'b'),
  ends(),
]

const breaches = (lines: readonly RolloutLine[], state: 'running' | 'at_rest' = 'at_rest') =>
  checkLog(lines, state).map(({ law, at, message }) => `${law} ${at}: ${message}`)

const check = (drafts: readonly Draft[], expected: readonly string[], state: 'running' | 'at_rest' = 'at_rest') =>
  expect(breaches(logOf(...drafts), state)).toEqual(expected)

test('a good log has nothing to report, whole, empty or cut anywhere while it runs', () => {
  check(good, [])
  check([], [])
  for (let end = 0; end <= good.length; end += 1) check(good.slice(0, end), [], 'running')
})

test('a hole in the positions and a wrong beginning are found', () => {
  const lines = logOf(...good)
  expect(breaches(lines.toSpliced(1, 1))[0]).toBe('log line 1: has the ordinal 2')
  check([begins(), ends()], ['log line 0: a log begins with session_meta, not event_msg'])
})

test('a hole, a repeat and a wrong start in the event numbers are found', () => {
  const lines = logOf(meta, begins(), ends())
  const renumbered = (at: number, number: number) =>
    lines.map((line, index) =>
      index === at && line.type === 'event_msg' ? { ...line, payload: { ...line.payload, seq: number } } : line,
    )
  expect(breaches(renumbered(2, 3))).toEqual(['log line 2: event turn_complete has seq 3, expected 2'])
  expect(breaches(renumbered(2, 1))).toEqual(['log line 2: event turn_complete has seq 1, expected 2'])
  expect(breaches(renumbered(1, 0))).toEqual(['log line 1: event turn_started has seq 0, expected 1'])
})

test('broken pairs and doubled ids are found', () => {
  check([meta, begins(), call('i1', 'a'), ends()], ['L1 line 2: call a has no result'])
  check([meta, begins(), result('i1', 'a'), ends()], ['L1 line 2: result a has no call before it'])
  check(
    [meta, begins(), call('i1', 'a'), result('i2', 'a'), result('i3', 'a'), ends()],
    ['L1 line 4: call a has two results'],
  )
  check(
    [meta, begins(), call('i1', 'a'), result('i2', 'a'), call('i3', 'a'), result('i4', 'a'), ends()],
    ['L1 line 4: call a is there twice'],
  )
  check([meta, begins(), call('i1', 'a'), result('i1', 'a'), ends()], ['L1 line 3: item i1 is there twice'])
})

test('a turn that never ends, ends twice, overlaps another or goes on after its end is found', () => {
  check([meta, begins()], ['L12 end: turn t1 never ends'])
  check([meta, begins()], [], 'running')
  check([meta, begins(), ends(), ends()], ['L12 line 3: turn t1 ends twice'])
  check([meta, ends()], ['L12 line 1: turn t1 ends and never began'])
  check([meta, begins(), begins('t2'), ends('t2')], ['L12 line 2: turn t2 begins while t1 runs'])
  check(
    [meta, begins(), ends(), begins(), ends()],
    ['L12 line 3: turn t1 begins twice', 'L12 line 4: turn t1 ends twice'],
  )
  check(
    [meta, begins(), ends(), call('i1', 'a'), result('i2', 'a')],
    [
      'L12 line 3: response_item follows the end of its turn t1',
      'L12 line 4: response_item follows the end of its turn t1',
    ],
  )
})

test('a message that is lost, doubled or out of nowhere is found', () => {
  check([meta, added('s1')], ['L12 line 1: message s1 was accepted and is nowhere'])
  check([meta, added('s1')], [], 'running')
  check([meta, added('s1'), added('s1'), dropped('s1')], ['L12 line 2: message s1 is accepted twice'])
  check(
    [meta, added('s1'), begins(), taken('s1'), shown('s1'), dropped('s1'), ends()],
    ['L12 line 1: message s1 ends 2 times'],
  )
  check(
    [meta, added('s1'), begins(), taken('s1'), ends()],
    ['L12 line 1: message s1 was taken and never entered the history'],
  )
  check(
    [meta, added('s1'), begins(), taken('s1'), shown('s1'), shown('s1'), ends()],
    ['L12 line 1: message s1 enters the history 2 times'],
  )
  check(
    [meta, added('s1'), shown('s1'), dropped('s1')],
    ['L12 line 1: message s1 is in the history and was never taken'],
  )
  check([meta, begins(), taken('s9'), ends()], ['L12 line 2: message s9 is taken and was never accepted'])
  check([meta, begins(), shown('s9'), ends()], ['L12 line 2: message s9 was never accepted'])
})

test('a message may wait where everyone can see it, and may be dropped with a reason', () => {
  check([meta, added('s1'), queued('s1')], [])
  check([meta, added('s1'), queued('s1'), queued()], ['L12 line 1: message s1 was accepted and is nowhere'])
  check([meta, added('s1'), dropped('s1')], [])
  check([meta, added('s1'), dropped('s1', NOT_CONFIRMED), added('s1'), dropped('s1')], [])
  check([meta, added('s1'), event({ type: 'input_held', sequence_id: 'q1', submission_id: 's1', text: 'go' })], [])
})

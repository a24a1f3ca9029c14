import { expect, test } from 'vitest'
import { Accepted } from '../../frame.ts'
import { Op } from '../../op.ts'
import { breachText } from './breach.ts'
import { checkSingleFlight } from './single-flight.ts'
import { began, call, type Draft, fails, logOf, result, starts, told, writes } from './testing/lines.ts'

const breaches = (...drafts: readonly Draft[]) => checkSingleFlight(logOf(began, ...drafts)).map(breachText)

test('L9: one after the other, each ending, keeps the law', () => {
  const calls = [call('i1', 'a'), result('i2', 'a')]
  expect(breaches(...calls, starts('k1'), writes('k1'), told('k1'), starts('k2'), fails('k2'))).toEqual([])
  expect(breaches(writes('k1'))).toEqual([])
})

test('L9: a second one in flight, a doubled begin and a second end are each found', () => {
  expect(breaches(starts('k1'), starts('k2'), fails('k2'))).toEqual([
    'L9 line 2: compaction k2 begins while k1 is in flight',
  ])
  expect(breaches(starts('k1'), fails('k1'), starts('k1'), fails('k1'))).toEqual([
    'L9 line 3: compaction k1 begins twice',
  ])
  expect(breaches(starts('k1'), fails('k1'), fails('k1'))).toEqual([
    'L9 line 3: compaction k1 ends and is not in flight',
  ])
})

test('L9: a view written out of flight, or while a call waits for its result, is found', () => {
  expect(breaches(starts('k1'), fails('k1'), writes('k2'))).toEqual([
    'L9 line 3: compaction k2 is written while none is in flight',
  ])
  expect(breaches(call('i1', 'a'), starts('k1'), writes('k1'), told('k1'))).toEqual([
    'L9 line 3: compaction k1 is written while call a has no result',
  ])
})

test('L9: who joins must join a compaction that there was', () => {
  const lines = logOf(began, ['event_msg', { ...starts('k1')[1], submission_id: 's1' }])
  const joins = (type: 'compact' | 'interrupt', joined: string) => [
    {
      op: Op.parse({ type }),
      reply: Accepted.parse({ type: 'accepted', id: 's2', outcome: 'joined', joined, from_seq: 0 }),
    },
  ]
  expect(checkSingleFlight(lines, joins('compact', 's1'))).toEqual([])
  expect(checkSingleFlight(lines, joins('compact', 's9')).map(breachText)).toEqual([
    'L9 answer s2: it joins the compaction of s9, which the log does not know',
  ])
  expect(checkSingleFlight(lines, joins('interrupt', 's1')).map(breachText)).toEqual([
    'L9 answer s2: a interrupt joins a compaction',
  ])
})

test('L9: a compaction that waits for a turn begins or is reported', () => {
  const reply = Accepted.parse({ type: 'accepted', id: 's1', outcome: 'queued', from_seq: 0 })
  const answers = [{ op: Op.parse({ type: 'compact' }), reply }]
  const begun = logOf(began, ['event_msg', { ...starts('k1')[1], submission_id: 's1' }])
  expect(checkSingleFlight(begun, answers)).toEqual([])
  expect(checkSingleFlight(logOf(began), answers, 'running')).toEqual([])
  expect(checkSingleFlight(logOf(began), answers).map(breachText)).toEqual([
    'L9 answer s1: it waits for a turn, and the log knows neither its beginning nor its end',
  ])
})

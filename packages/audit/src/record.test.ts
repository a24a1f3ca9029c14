import { expect, test } from 'vitest'
import { isSameDecision, latestRecords, replays } from './record.ts'
import { inputsAt, leaveAt, recordOf } from './testing/sample-records.ts'

test('of a record written twice the newest writing counts, in the place of the first', () => {
  const [one, two] = [recordOf('d1', inputsAt(40_000, ['commit'])), recordOf('d2', inputsAt(10_000, []))]
  const done = { ...one, outcome: 'compacted' as const }
  expect(latestRecords([one, two, done])).toEqual([done, two])
})

test('decisions are compared by value, whatever the order of their keys', () => {
  expect(
    isSameDecision({ kind: 'leave', why: 'busy', tier: 'early' }, { tier: 'early', why: 'busy', kind: 'leave' }),
  ).toBe(true)
  expect(isSameDecision({ kind: 'leave', why: 'busy' }, { kind: 'leave', why: 'no_tier' })).toBe(false)
})

test('a record replays when the policy answers its inputs, and its last inputs, as it did', () => {
  const record = recordOf('d1', inputsAt(40_000, ['commit']))
  expect(replays(record)).toBe(true)
  expect(replays({ ...record, decision: { kind: 'leave', why: 'busy' } })).toBe(false)
  const folded = { ...leaveAt('d2', 40_000), count: 2, last_inputs: inputsAt(41_000, []) }
  expect(replays(folded)).toBe(true)
  expect(replays({ ...folded, last_inputs: inputsAt(41_000, ['commit']) })).toBe(false)
})

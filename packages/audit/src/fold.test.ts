import { TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { foldRecords } from './fold.ts'
import { inputsAt, leaveAt, recordOf } from './testing/sample-records.ts'

test('equal leaves of one turn fold under the first id, with a count and the first and last inputs', () => {
  const [one, two, three] = [leaveAt('d1', 40_000), leaveAt('d2', 41_000), leaveAt('d3', 42_000)]
  const folded = foldRecords(one, two)
  expect(folded).toEqual({ ...one, count: 2, last_inputs: two.inputs })
  const later = { ...two, count: 2, last_inputs: three.inputs }
  expect(foldRecords(one, later)).toEqual({ ...one, count: 3, last_inputs: three.inputs })
  expect(folded === null ? null : foldRecords(folded, three)).toEqual({ ...one, count: 3, last_inputs: three.inputs })
})

test('what differs in reason, tier, turn or actor stands alone, and so does every compaction', () => {
  const one = leaveAt('d1', 40_000)
  const other = leaveAt('d2', 40_000)
  const compaction = recordOf('d3', inputsAt(40_000, ['commit']))
  const rows = [
    [one, leaveAt('d2', 10_000)],
    [one, leaveAt('d2', 20_000)],
    [one, { ...other, turn_id: TurnId.parse('t2') }],
    [one, { ...other, actor: 'mid_turn' as const }],
    [one, one],
    [compaction, { ...compaction, id: other.id }],
  ] as const
  for (const [first, next] of rows) expect(foldRecords(first, next)).toBe(null)
})

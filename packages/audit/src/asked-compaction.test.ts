import { type DecisionRecord, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { askedCompaction } from './asked-compaction.ts'
import { COMPACTION_COMPLETED } from './audit-event.ts'
import { leaveAt } from './testing/sample-records.ts'

const REPORT = {
  compaction_id: 'cp_1',
  trigger: 'manual',
  requested: 'auto',
  strategy: 'extractive',
  tokens_before: 41_900,
  tokens_after: 9_000,
  estimate: 'divisors',
  kept: 1,
  cleared: 0,
  archived: 2,
  pinned: 0,
  headroom: 1,
  duration_ms: 1,
}

const thread_id = ThreadId.parse('th_1')
const AT = Date.UTC(2026, 2, 14, 9, 26, 53)
const completed = (fields: object, at = AT) => ({
  at,
  seq: 1,
  thread_id,
  name: COMPACTION_COMPLETED,
  fields: { ...fields },
})
const decidedAt = (at: number): DecisionRecord => ({ ...leaveAt('d1', 5_000), at })

test('the newest compaction is told where a person asked for it and nothing was decided since', () => {
  const told = askedCompaction({ events: [completed(REPORT)], records: [decidedAt(AT - 1)] })
  expect(told).toEqual([
    'The newest compaction (cp_1) was asked for by a person (trigger: manual) at 2026-03-14 09:26:53: ~42k → ~9k tokens. No decision of the policy led to it.',
    `The decision before it, ${leaveAt('d1', 5_000).id}:`,
  ])
  const none = 'The policy decided nothing in this thread before.'
  expect(askedCompaction({ events: [completed(REPORT)], records: [] }).at(-1)).toBe(none)
})

test('nothing is told where the policy had the last word', () => {
  const auto = completed({ ...REPORT, trigger: 'auto_watcher' }, AT + 1)
  expect(askedCompaction({ events: [completed(REPORT)], records: [decidedAt(AT + 1)] })).toEqual([])
  expect(askedCompaction({ events: [completed(REPORT), auto], records: [] })).toEqual([])
  expect(askedCompaction({ events: [], records: [decidedAt(AT)] })).toEqual([])
  expect(askedCompaction({ events: [completed({})], records: [] })).toEqual([])
})

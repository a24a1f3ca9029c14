import type { CompactionReport } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { completionLine } from './completion-line.ts'

const report: CompactionReport = {
  trigger: 'manual',
  requested: 'auto',
  strategy: 'extractive',
  tokens_before: 42_310,
  tokens_after: 10_660,
  estimate: 'divisors',
  kept: 12,
  cleared: 0,
  archived: 98,
  pinned: 0,
  headroom: 2_048,
  duration_ms: 3,
}

const check = (name: string, changes: Partial<CompactionReport>, expected: string) =>
  it(name, () => {
    expect(completionLine({ ...report, ...changes })).toBe(expected)
  })

describe('the completion line', () => {
  check('marks estimates', {}, 'Compaction complete: ~42k → ~11k tokens; kept 12; archived 98; headroom 2,048')
  check(
    'does not mark exact figures',
    { estimate: 'reported' },
    'Compaction complete: 42k → 11k tokens; kept 12; archived 98; headroom 2,048',
  )
  check(
    'counts cleared results where there are any',
    { cleared: 3 },
    'Compaction complete: ~42k → ~11k tokens; kept 12; cleared 3; archived 98; headroom 2,048',
  )
  check(
    'shows small figures with their digits',
    { tokens_before: 9_450, tokens_after: 870, archived: 1_200 },
    'Compaction complete: ~9.5k → ~870 tokens; kept 12; archived 1,200; headroom 2,048',
  )
})

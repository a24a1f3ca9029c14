import { expect, test } from 'vitest'
import { breachText } from './breach.ts'
import { checkNoSpin } from './no-spin.ts'
import { began, configured, type Draft, event, fails, logOf, starts, writes } from './testing/lines.ts'

const breaches = (...drafts: readonly Draft[]) => checkNoSpin(logOf(began, configured(), ...drafts)).map(breachText)

let number = 0
const compacts = (before: number, after: number, trigger = 'hard_limit'): readonly Draft[] => {
  number += 1
  const id = `k${number}`
  return [starts(id, before, trigger), writes(id, { trigger, tokens_before: before, tokens_after: after })]
}
const failing = (used: number, reason = 'rejected', text?: string): readonly Draft[] => {
  number += 1
  return [starts(`k${number}`, used, 'hard_limit'), fails(`k${number}`, reason, text)]
}

test('L10: compactions that free enough, after growth enough, keep the law', () => {
  expect(breaches(...compacts(60_000, 10_000), ...compacts(60_000, 12_000, 'auto_watcher'))).toEqual([])
  expect(breaches(...compacts(60_000, 10_000), ...compacts(10_001, 5_000, 'manual'))).toEqual([])
})

test('L10: an automatic one without growth is found; for a request that does not fit none is needed', () => {
  expect(breaches(...compacts(60_000, 10_000), ...compacts(11_000, 5_000, 'auto_watcher'))[0]).toContain(
    '(auto_watcher) runs after 1000 tokens of growth, at least 2000 must be',
  )
  expect(breaches(...compacts(60_000, 10_000), ...compacts(11_000, 5_000, 'hard_limit'))).toEqual([])
})

test('L10: after two futile ones or three failures the next one is found, unless the context grew or a person compacted', () => {
  const futile = [...compacts(60_000, 59_000), ...compacts(61_000, 60_000)]
  expect(breaches(...futile, ...compacts(62_000, 10_000))[0]).toContain('and the breaker opened at 60000')
  expect(breaches(...futile, ...compacts(70_000, 10_000))).toEqual([])
  expect(breaches(...futile, ...compacts(61_000, 60_000, 'manual'), ...compacts(62_000, 10_000))).toEqual([])
  const failed = [...failing(60_000), ...failing(60_000), ...failing(60_000)]
  expect(breaches(...failed.slice(2), ...compacts(60_000, 10_000))).toEqual([])
  expect(breaches(...failed, ...compacts(60_000, 10_000))[0]).toContain('and the breaker opened at 60000')
})

test('L10: what was cancelled counts for nothing, and a success closes the breaker', () => {
  const cancelled = [
    ...failing(60_000, 'interrupted'),
    ...failing(60_000, 'interrupted'),
    ...failing(60_000, 'interrupted'),
  ]
  expect(breaches(...cancelled, ...compacts(60_000, 10_000))).toEqual([])
  expect(
    breaches(
      ...compacts(60_000, 59_000),
      ...compacts(60_000, 10_000),
      ...compacts(60_000, 59_000),
      ...compacts(60_000, 9_000),
    ),
  ).toEqual([])
})

test('L10: an open breaker that names no way on is found', () => {
  expect(breaches(...failing(60_000, 'breaker_open', 'Paused.'))[0]).toContain('no way on is named')
  expect(breaches(...failing(60_000, 'breaker_open', 'Compact by hand, or start a new thread.'))).toEqual([])
})

test('L10: after an undo growth is counted from what is there then', () => {
  const undone = event({ type: 'compaction_undone', compaction_id: 'k', tokens_before: 10_000, tokens_after: 5_000 })
  expect(breaches(...compacts(60_000, 10_000), undone, ...compacts(7_000, 3_000, 'auto_watcher'))).toEqual([])
  expect(breaches(...compacts(60_000, 10_000), undone, ...compacts(6_000, 3_000, 'auto_watcher'))).toHaveLength(1)
})

test('L10: a report that is lower than the estimate after a compaction corrects from where growth is counted', () => {
  const reported = (used_tokens: number) => {
    const usage = {
      used_tokens,
      floor_tokens: 1,
      window_tokens: 100_000,
      effective_tokens: 87_500,
      percent_remaining: 90,
    }
    const total = {
      input_tokens: 1,
      cached_input_tokens: 0,
      output_tokens: 1,
      reasoning_output_tokens: 0,
      total_tokens: 2,
    }
    return event({ type: 'token_count', usage: { ...usage, source: 'reported' }, total })
  }
  expect(breaches(...compacts(60_000, 10_000), reported(8_000), ...compacts(11_000, 5_000, 'auto_watcher'))).toEqual([])
  expect(
    breaches(...compacts(60_000, 10_000), reported(12_000), ...compacts(11_000, 5_000, 'auto_watcher')),
  ).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { type Attempt, guardAfter, hasRearmed, isAsked, isBreakerOpen, newGuard } from './compaction-guard.ts'

const windowTokens = 100_000
const after = (...attempts: readonly Attempt[]) => attempts.reduce(guardAfter, newGuard)
const attempt = (change: Partial<Attempt>): Attempt => ({
  trigger: 'auto_watcher',
  before: 80_000,
  after: 10_000,
  outcome: 'compacted',
  ...change,
})

test('before the first attempt nothing stands in the way', () => {
  expect(hasRearmed(newGuard, { usedTokens: 0, windowTokens })).toBe(true)
  expect(isBreakerOpen(newGuard, { usedTokens: 0, windowTokens })).toBe(false)
})

test('growth re-arms, from the smaller of before and after, also after a failure', () => {
  const guard = after(attempt({}))
  expect(hasRearmed(guard, { usedTokens: 11_999, windowTokens })).toBe(false)
  expect(hasRearmed(guard, { usedTokens: 12_000, windowTokens })).toBe(true)
  const failed = after(attempt({ outcome: 'failed', after: 80_000 }))
  expect(hasRearmed(failed, { usedTokens: 81_999, windowTokens })).toBe(false)
})

test('three failures or two futile ones open the breaker, and one that helped closes it', () => {
  const failed = attempt({ outcome: 'failed', after: 80_000 })
  const futile = attempt({ after: 79_000 })
  const now = { usedTokens: 80_000, windowTokens }
  expect(isBreakerOpen(after(failed, failed), now)).toBe(false)
  expect(isBreakerOpen(after(failed, failed, failed), now)).toBe(true)
  expect(isBreakerOpen(after(futile), now)).toBe(false)
  expect(isBreakerOpen(after(futile, futile), now)).toBe(true)
  expect(isBreakerOpen(after(failed, failed, attempt({}), failed), now)).toBe(false)
})

test('a compaction by hand, or growth of a tenth of the window, lets the next automatic one try', () => {
  const futile = attempt({ after: 79_000 })
  const open = after(futile, futile)
  expect(isBreakerOpen(open, { usedTokens: 89_001, windowTokens })).toBe(false)
  expect(
    isBreakerOpen(after(futile, futile, attempt({ trigger: 'manual' })), { usedTokens: 80_000, windowTokens }),
  ).toBe(false)
  const inVain = attempt({ trigger: 'manual', outcome: 'failed' })
  expect(after(futile, futile, inVain)).toEqual(open)
})

test('a person is behind manual only', () => {
  expect(isAsked('manual')).toBe(true)
  expect(isAsked('hard_limit') || isAsked('auto_watcher') || isAsked('agent_request')).toBe(false)
})

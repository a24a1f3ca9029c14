import { contextUsage } from '@rawr/policy'
import { type CompactOptions, DEFAULT_SETTINGS } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { viewBudget, viewTokensMax } from './budget.ts'

const budgetOf = (windowTokens: number, options: CompactOptions = {}, budget_tokens?: number) =>
  viewBudget({
    options,
    settings: { ...DEFAULT_SETTINGS.compact, ...(budget_tokens === undefined ? {} : { budget_tokens }) },
    usage: contextUsage({ usedTokens: 0, floorTokens: 0, windowTokens, source: 'divisors' }),
  })

describe('the budget of a view', () => {
  it('is 8,000 where the window is large, a quarter of it where it is small, and never under 1,000', () => {
    expect([budgetOf(200_000), budgetOf(16_384), budgetOf(2_048)]).toEqual([8_000, 3_584, 1_000])
  })

  it('is what the settings say, and before them what this call says', () => {
    expect([budgetOf(200_000, {}, 12_000), budgetOf(200_000, { budget: 500 }, 12_000)]).toEqual([12_000, 500])
  })

  it('is never more than four tenths of the window, nor than the floor leaves', () => {
    const most = (floorTokens: number) =>
      viewTokensMax(contextUsage({ usedTokens: floorTokens, floorTokens, windowTokens: 100_000, source: 'divisors' }))
    const { effective_tokens } = contextUsage({
      usedTokens: 0,
      floorTokens: 0,
      windowTokens: 100_000,
      source: 'divisors',
    })
    expect(most(0)).toBe(Math.floor(effective_tokens * 0.4))
    expect(most(effective_tokens - 100)).toBe(100)
    expect(most(effective_tokens + 100)).toBe(0)
  })
})

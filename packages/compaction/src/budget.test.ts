import { contextUsage } from '@rawr/policy'
import { type CompactOptions, DEFAULT_SETTINGS } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { viewBudget } from './budget.ts'

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
})

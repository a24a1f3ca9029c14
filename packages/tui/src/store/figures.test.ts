import { contextUsage, effectivePolicy, pickTier } from '@rawr/policy'
import { DEFAULT_SETTINGS } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextTrigger, percentText, secondsText, tierMarks, tokensText, usageText } from './figures.ts'

const usage = (usedTokens: number, source: 'reported' | 'divisors' = 'divisors') =>
  contextUsage({ windowTokens: 100_000, usedTokens, floorTokens: 0, source })

test('an estimate is marked, a report is not', () => {
  expect(tokensText(41_900, 'divisors')).toBe('~42k')
  expect(tokensText(1_240, 'reported')).toBe('1.2k')
  expect(tokensText(999, 'tokenizer')).toBe('999')
  expect(usageText(usage(41_900))).toBe('~42k of 100k · ~54 % left')
  expect(percentText(usage(41_900, 'reported'))).toBe('54 % left')
})

test('the tiers stand in the order in which they come', () => {
  expect(tierMarks(DEFAULT_SETTINGS)).toEqual([
    { tier: 'early', percentRemaining: 85 },
    { tier: 'ready', percentRemaining: 75 },
    { tier: 'asap', percentRemaining: 65 },
    { tier: 'emergency', percentRemaining: 15 },
  ])
})

test('the tokens to the next trigger are exact: one less is not that tier yet', () => {
  const policy = effectivePolicy({ settings: DEFAULT_SETTINGS.rawr_auto_compaction })
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 91_000 }), (used) => {
      const next = nextTrigger(usage(used), DEFAULT_SETTINGS)
      if (next === null) return
      expect(pickTier(usage(used + next.tokens), policy)).toBe(next.tier)
      if (next.tokens > 0) expect(pickTier(usage(used + next.tokens - 1), policy)).not.toBe(next.tier)
    }),
  )
})

test('nothing comes where nothing is automatic, and nothing behind the last tier', () => {
  const off = { ...DEFAULT_SETTINGS, features: { ...DEFAULT_SETTINGS.features, rawr_auto_compaction: false } }
  expect(nextTrigger(usage(1_000), off)).toBeNull()
  expect(nextTrigger(usage(91_000), DEFAULT_SETTINGS)).toBeNull()
})

test('times', () => {
  expect(secondsText(812)).toBe('0.8 s')
  expect(secondsText(125_000)).toBe('2 min 5 s')
})

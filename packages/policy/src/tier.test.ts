import { DEFAULT_SETTINGS, type Tier } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contextUsage } from './context-pressure.ts'
import { effectivePolicy } from './effective-policy.ts'
import { emergencyThresholdTokens, isFloorTooLarge, pickTier } from './tier.ts'

const policy = effectivePolicy({ settings: DEFAULT_SETTINGS.rawr_auto_compaction })

const usageOf = (usedTokens: number, floorTokens = 0, windowTokens = 200_000) =>
  contextUsage({ windowTokens, usedTokens, floorTokens, source: 'reported' })

test('the most urgent tier whose threshold is passed wins, strictly below', () => {
  const rows: { used: number; floor?: number; tier: Tier | null }[] = [
    { used: 28_500, tier: null },
    { used: 28_501, tier: 'early' },
    { used: 47_500, tier: 'early' },
    { used: 47_501, tier: 'ready' },
    { used: 66_501, tier: 'asap' },
    { used: 161_500, tier: 'asap' },
    { used: 161_501, tier: 'emergency' },
    { used: 400_000, tier: 'emergency' },
    { used: 48_000, floor: 28_001, tier: null },
    { used: 48_000, floor: 28_000, tier: 'ready' },
    { used: 180_000, floor: 114_000, tier: 'emergency' },
    { used: 180_000, floor: 114_001, tier: null },
  ]
  for (const { used, floor, tier } of rows) expect([used, pickTier(usageOf(used, floor), policy)]).toEqual([used, tier])
})

test('a floor above 60 % of the effective window is too large', () => {
  expect(isFloorTooLarge(usageOf(150_000, 114_000))).toBe(false)
  expect(isFloorTooLarge(usageOf(150_000, 114_001))).toBe(true)
})

test('emergency begins exactly at its threshold in tokens', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 2_000_000 }),
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      (window, percent) => {
        const custom = { ...policy, emergency: { ...policy.emergency, percent_remaining_lt: percent } }
        const isBelow = (used: number) =>
          contextUsage({ windowTokens: window, usedTokens: used, floorTokens: 0, source: 'divisors' })
            .percent_remaining < percent
        const threshold = emergencyThresholdTokens(custom, usageOf(0, 0, window))
        return isBelow(threshold) && (threshold === 0 || threshold === 1 || !isBelow(threshold - 1))
      },
    ),
  )
})

test('a threshold of 0 is never reached, and the effective window stands for it', () => {
  const never = { ...policy, emergency: { ...policy.emergency, percent_remaining_lt: 0 } }
  expect(emergencyThresholdTokens(never, usageOf(0))).toBe(190_000)
})

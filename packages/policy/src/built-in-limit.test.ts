import { type CompactSettings, DEFAULT_SETTINGS } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { builtInLimit, gaugeState, warningTokens } from './built-in-limit.ts'

const settings: CompactSettings = DEFAULT_SETTINGS.compact

test('the limit is the lowest of all that is set', () => {
  const rows: { windowTokens: number; set?: Partial<CompactSettings>; expected: number }[] = [
    { windowTokens: 200_000, expected: 170_000 },
    { windowTokens: 8_000, expected: 6_800 },
    { windowTokens: 200_000, set: { auto_compact_threshold_pct: 1 }, expected: 187_000 },
    { windowTokens: 200_000, set: { auto_compact_threshold: 90_000 }, expected: 90_000 },
    { windowTokens: 200_000, set: { auto_compact_threshold: 900_000 }, expected: 170_000 },
    { windowTokens: 200_000, set: { auto_compact_pct_override: 40 }, expected: 80_000 },
    { windowTokens: 200_000, set: { auto_compact_pct_override: 99 }, expected: 170_000 },
  ]
  for (const { windowTokens, set, expected } of rows)
    expect(builtInLimit({ settings: { ...settings, ...set }, windowTokens })).toBe(expected)
})

test('no override raises the limit', () => {
  fc.assert(
    fc.property(fc.nat(2_000_000), fc.nat(2_000_000), fc.nat(100), (windowTokens, threshold, percent) => {
      const plain = builtInLimit({ settings, windowTokens })
      const changed = { ...settings, auto_compact_threshold: threshold, auto_compact_pct_override: percent }
      return builtInLimit({ settings: changed, windowTokens }) <= plain
    }),
  )
})

test('the gauge warns before the limit and shows an error at it', () => {
  const limit = { settings: { ...settings, auto_compact_threshold_pct: 1 }, windowTokens: 200_000 }
  expect(warningTokens(limit)).toBe(180_000)
  expect(warningTokens({ settings, windowTokens: 8_000 })).toBe(6_800)
  const states = [179_999, 180_000, 186_999, 187_000].map((used) => gaugeState(limit, used))
  expect(states).toEqual(['calm', 'warning', 'warning', 'error'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contextUsage, effectiveTokens, outputReserve } from './context-pressure.ts'

const usageOf = (windowTokens: number, usedTokens: number) =>
  contextUsage({ windowTokens, usedTokens, floorTokens: 0, source: 'divisors' })

test('the output reserve is the smaller of the model’s largest answer and an eighth of the window', () => {
  const rows = [
    { windowTokens: 200_000, expected: 8_192 },
    { windowTokens: 8_000, expected: 1_000 },
    { windowTokens: 200_000, maxOutputTokens: 4_000, expected: 4_000 },
    { windowTokens: 200_000, maxOutputTokens: 64_000, expected: 25_000 },
    { windowTokens: 0, expected: 0 },
  ]
  for (const { expected, ...limits } of rows) expect(outputReserve(limits)).toBe(expected)
})

test('effective is the smaller of 95 % of the window and the window without the reserve', () => {
  const rows = [
    { windowTokens: 200_000, expected: 190_000 },
    { windowTokens: 100_000, expected: 91_808 },
    { windowTokens: 8_000, expected: 7_000 },
  ]
  for (const { expected, ...limits } of rows) expect(effectiveTokens(limits)).toBe(expected)
})

test('the percentage left is rounded down and clamped', () => {
  const rows = [
    { used: 0, percent: 100 },
    { used: 1, percent: 99 },
    { used: 28_500, percent: 85 },
    { used: 28_501, percent: 84 },
    { used: 190_000, percent: 0 },
    { used: 500_000, percent: 0 },
  ]
  for (const { used, percent } of rows) expect(usageOf(200_000, used).percent_remaining).toBe(percent)
  expect(usageOf(0, 10).percent_remaining).toBe(0)
})

test('more use never leaves a higher percentage', () => {
  fc.assert(
    fc.property(fc.nat(2_000_000), fc.nat(2_000_000), fc.nat(50_000), (window, used, more) => {
      const before = usageOf(window, used).percent_remaining
      const after = usageOf(window, used + more).percent_remaining
      return after <= before && before >= 0 && before <= 100
    }),
  )
})

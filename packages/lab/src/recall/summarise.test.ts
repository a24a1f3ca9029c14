import { expect, test } from 'vitest'
import type { Row } from './examine.ts'
import { areaSamples, areaUnder, composite, difference, figure, rowsOf, samplesOf, shareOf } from './summarise.ts'

const row = (arm: string, cut: string, hits: number, budgetTokens = 1_000): Row => ({
  track: 'T',
  session: cut.slice(0, 1),
  cut,
  arm,
  budgetTokens,
  tokens: budgetTokens,
  over: false,
  scores: { m: { hits, total: 4 }, none: { hits: 0, total: 0 } },
  answers: '',
  answersHash: 0,
})
const rows = [row('x', 'a1', 4), row('x', 'b1', 2), row('y', 'a1', 2), row('y', 'b1', 2)]

test('every cut counts the same, and one without a probe not at all', () => {
  expect(shareOf(row('x', 'a1', 3), 'm')).toBe(0.75)
  expect(shareOf(row('x', 'a1', 3), 'none')).toBeNull()
  expect(figure(rowsOf(rows, 'x'), 'm')).toMatchObject({ mean: 0.75, n: 2, sessions: 2 })
  expect(samplesOf(rows, 'none')).toEqual([])
})

test('a difference is paired by cut and budget', () => {
  expect(difference(rowsOf(rows, 'x'), rowsOf(rows, 'y'), 'm')).toMatchObject({ mean: 0.25, n: 2 })
  expect(difference(rowsOf(rows, 'x'), [row('y', 'c1', 1)], 'm')).toBeNull()
})

test('in the area under the curve each doubling counts the same', () => {
  const points = [1_000, 2_000, 4_000].map((budgetTokens, at) => ({ budgetTokens, value: at / 2 }))
  expect(areaUnder(points)).toBeCloseTo(0.5)
  expect(areaUnder([{ budgetTokens: 1_000, value: 0.3 }])).toBe(0.3)
  expect(areaSamples([row('x', 'a1', 0, 1_000), row('x', 'a1', 4, 2_000)], 'm')).toEqual([{ session: 'a', value: 0.5 }])
})

test('a part that is nothing cannot be traded away', () => {
  expect(composite([0.9, 0])).toBeLessThan(0.01)
  expect(composite([0.5, 0.5])).toBeCloseTo(0.5)
})

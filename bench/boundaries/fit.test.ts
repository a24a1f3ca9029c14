import { expect, test } from 'vitest'
import { crossed, fitWeights, type Row, score, sharesAt, thresholdOf } from './fit.ts'

const row = (session: string, wanted: boolean, ...signs: string[]): Row => ({
  session,
  wanted,
  signs: new Set(['always', ...signs]),
})

const rows: readonly Row[] = Array.from({ length: 40 }, (_, at) =>
  at % 4 === 0
    ? row(`s${at % 8}`, false, 'asks', ...(at % 3 === 0 ? ['lists'] : []))
    : row(`s${at % 8}`, true, 'says', ...(at % 3 === 0 ? ['lists'] : [])),
)
const names = ['always', 'says', 'asks', 'lists']

test('a sign of what is wanted weighs for it, its opposite against it, and one that stands beside both hardly', () => {
  const weights = fitWeights(rows, names, 'always')
  expect([weights.get('says') ?? 0, -(weights.get('asks') ?? 0)].every((weight) => weight > 1)).toBe(true)
  expect(Math.abs(weights.get('lists') ?? 9)).toBeLessThan(0.3)
  expect(score(new Set(['says']), weights)).toBe(weights.get('says'))
})

test('no row is judged by weights that saw its session', () => {
  const odd = [...rows, ...Array.from({ length: 5 }, () => row('odd', false, 'says', 'odd'))]
  const [apart, together] = [crossed(odd, [...names, 'odd'], 'always'), fitWeights(odd, [...names, 'odd'], 'always')]
  expect(apart).toHaveLength(odd.length)
  const strangest = Math.max(...apart.filter(({ wanted }) => !wanted).map((one) => one.score))
  expect(strangest).toBeGreaterThan(1)
  expect(score(new Set(['always', 'says', 'odd']), together)).toBeLessThan(0)
})

test('the threshold leaves the largest lesser margin over what is wanted', () => {
  const scored = [0.1, 0.5, 1.2, 1.4, 2].map((at, index) => ({ score: at, wanted: index > 1 }))
  expect(thresholdOf(scored, { precision: 0.9, recall: 0.8 })).toBe(6)
  expect(sharesAt(scored, 0.6)).toEqual({ precision: 1, recall: 1 })
  expect(sharesAt(scored, 0.2)).toEqual({ precision: 0.75, recall: 1 })
  expect(sharesAt(scored, 9)).toEqual({ precision: 0, recall: 0 })
})

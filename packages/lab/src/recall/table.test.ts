import { expect, test } from 'vitest'
import type { Row } from './examine.ts'
import { budgetTable, figureText, metricTable, short } from './table.ts'

const row = (arm: string, budgetTokens: number, hits: number): Row => ({
  track: 'T',
  session: 's',
  cut: 'c',
  arm,
  budgetTokens,
  tokens: budgetTokens - 10,
  over: false,
  scores: { m: { hits, total: 4 } },
  answers: '',
  answersHash: 0,
})

test('an arm a line, a metric a column, what nobody asked a dash', () => {
  expect(metricTable({ rows: [row('tail', 1_000, 2)], arms: ['tail', 'absent'], metrics: ['m', 'other'] })).toBe(
    [
      '| Arm | tokens | m (n = 1) | other (n = 0) |',
      '|---|---|---|---|',
      '| tail | 990 | .500 [.500, .500] | – |',
    ].join('\n'),
  )
})

test('one metric, a budget a column', () => {
  expect(budgetTable({ rows: [row('tail', 2_000, 4), row('tail', 1_000, 1)], arms: ['tail'], metric: 'm' })).toContain(
    '| tail | .250 [.250, .250] | 1.000 [.025, 1.000] |',
  )
})

test('shares are told without the zero in front', () => {
  expect([short(0.25), short(-0.25), short(1)]).toEqual(['.250', '-.250', '1.000'])
  expect(figureText(null)).toBe('–')
})

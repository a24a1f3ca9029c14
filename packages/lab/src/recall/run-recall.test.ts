import { expect, test } from 'vitest'
import { goldenLines } from './golden-lines.ts'
import { houseArms, runRecall, TRACKS } from './run-recall.ts'
import { sessionSet } from './session-set.ts'
import { figure, rowsOf } from './summarise.ts'
import { syntheticSession } from './synthetic.ts'

/** Wide enough that small sessions are long stretches. */
const count = (text: string): number => Math.ceil(text.length / 1.2)
const set = sessionSet(
  ['one', 'two', 'three', 'four', 'five'].map((name) => ({
    name,
    lines: syntheticSession({ seed: name, rounds: 60, compactAfter: 50 }),
  })),
)
const rows = await runRecall({ set, arms: houseArms, tracks: TRACKS, count })
const of = (track: string, arm: string) => rows.filter((row) => row.track === track && row.arm === arm)
const mean = (track: string, arm: string, metric: string): number => figure(of(track, arm), metric)?.mean ?? Number.NaN

test('every track gives rows', () => {
  expect([...new Set(rows.map(({ track }) => track))].sort()).toEqual([
    'D1',
    'D10',
    'D2',
    'D5',
    'F',
    'I',
    'L',
    'P',
    'R',
    'U',
    'V',
    'X',
  ])
})

test('a second run gives the same rows', async () => {
  const again = await runRecall({ set, arms: houseArms, tracks: ['R', 'P'], count })
  const before = rows.filter(({ track }) => track === 'R' || track === 'P' || track === 'X')
  expect(goldenLines(again)).toEqual(goldenLines(before))
})

test('no arm has more tokens than its budget', () => {
  const over = rows.filter((row) => row.arm !== 'whole past' && row.track !== 'V' && row.tokens > row.budgetTokens)
  expect(over).toEqual([])
})

test('a bag of names wins the names and states nothing', () => {
  expect(mean('F', 'bag of entities', 'future.entity')).toBeGreaterThan(0.9)
  expect(mean('F', 'bag of entities', 'future.relation')).toBe(0)
  expect(mean('F', 'bag of entities', 'future.pair')).toBe(0)
})

test('a pile of pairs wins the relations and states nothing', () => {
  expect(mean('F', 'key-partner pairs', 'future.relation')).toBeGreaterThan(mean('F', 'tail', 'future.relation'))
  expect(mean('F', 'key-partner pairs', 'future.pair')).toBeLessThan(0.05)
})

test('the whole past answers everything, another session’s summary next to nothing', () => {
  expect(mean('R', 'whole past', 'future.entity')).toBe(1)
  expect(mean('R', 'whole past', 'constraints')).toBe(1)
  expect(figure(rowsOf(rows, 'whole past'), 'future.pair')?.mean).toBeGreaterThan(0.95)
})

test('the oracle bounds what is chosen from the same units', () => {
  for (const metric of ['future.entity', 'future.pair'])
    expect(mean('F', 'oracle on the same units', metric)).toBeGreaterThanOrEqual(
      mean('F', 'coverage + tail', metric) - 1e-9,
    )
})

test('what the user said is kept by whoever keeps the user’s words', () => {
  expect(mean('P', 'users + tail', 'rules.verbatim')).toBeGreaterThan(mean('P', 'tail', 'rules.verbatim'))
})

test('damage is found, and every arm is deterministic', () => {
  expect(mean('V', 'coverage + tail', 'damage found')).toBe(1)
  for (const row of rows.filter(({ track }) => track === 'I'))
    expect(row.scores['deterministic']).toEqual({ hits: 1, total: 1 })
})

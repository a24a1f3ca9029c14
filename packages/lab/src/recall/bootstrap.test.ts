import { expect, test } from 'vitest'
import { estimate, estimateShare, holm, signFlip } from './bootstrap.ts'
import { seededRandom } from './random.ts'

const samples = (mean: number, sessions: number, each: number) => {
  const random = seededRandom(`${mean} ${sessions}`)
  return Array.from({ length: sessions * each }, (_, at) => ({
    session: `s${at % sessions}`,
    value: mean + (random() - 0.5) * 0.4,
  }))
}

test('the interval holds the mean, says how many stand behind it, and is the same every time', () => {
  const list = samples(0.5, 20, 2)
  const found = estimate(list, 2_000)
  expect(found).toMatchObject({ n: 40, sessions: 20 })
  expect(found && found.low < found.mean && found.mean < found.high).toBe(true)
  expect(estimate(list, 2_000)).toEqual(found)
  expect(estimate([])).toBeNull()
})

test('the interval covers the truth about as often as it says', () => {
  let covered = 0
  const rounds = 120
  for (let round = 0; round < rounds; round += 1) {
    const random = seededRandom(`cover ${round}`)
    const list = Array.from({ length: 30 }, (_, at) => ({ session: `s${at}`, value: random() }))
    const found = estimate(list, 400)
    if (found !== null && found.low <= 0.5 && 0.5 <= found.high) covered += 1
  }
  expect(covered / rounds).toBeGreaterThan(0.87)
})

test('cuts of one session are one draw: the same values in fewer sessions have a wider interval', () => {
  const values = samples(0.5, 40, 1).map(({ value }) => value)
  const width = (sessions: number): number => {
    const sorted = values.toSorted((a, b) => a - b)
    const list = sorted.map((value, at) => ({ session: `s${Math.floor((at * sessions) / sorted.length)}`, value }))
    const found = estimate(list, 1_000)
    return found === null ? 0 : found.high - found.low
  }
  expect(width(5)).toBeGreaterThan(width(40))
})

test('where every share is the same extreme, the open end says how little so few sessions show', () => {
  const all = (value: number, sessions: number) =>
    Array.from({ length: sessions * 2 }, (_, at) => ({ session: `s${at % sessions}`, value }))
  // 0 of 22: the exact 97.5 % bound is 1 - .025^(1/22).
  expect(estimateShare(all(1, 22), 100)).toMatchObject({ mean: 1, low: expect.closeTo(0.8456, 4), high: 1 })
  expect(estimateShare(all(0, 22), 100)).toMatchObject({ mean: 0, low: 0, high: expect.closeTo(0.1544, 4) })
  expect(estimateShare(all(0.5, 22), 100)).toMatchObject({ low: 0.5, high: 0.5 })
  expect(estimateShare(samples(0.5, 20, 2), 500)).toEqual(estimate(samples(0.5, 20, 2), 500))
})

test('a difference that is there is far from chance, one that is not is near it', () => {
  expect(signFlip(samples(0.3, 20, 2), 2_000)).toBeLessThan(0.01)
  expect(signFlip(samples(0, 20, 2), 2_000)).toBeGreaterThan(0.05)
})

test('Holm raises every p and keeps their order', () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06])
})

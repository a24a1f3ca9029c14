import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import type { Unit } from '../units.ts'
import { chooseGreedily } from './greedy.ts'

const count = (text: string): number => text.length
const unit = (text: string, keys: readonly string[], event = 0): Unit => ({ text, keys, event, line: 0 })

test('a unit is worth only what is new in it', () => {
  const chosen = chooseGreedily({
    units: [unit('aaaa', ['a', 'b'], 0), unit('bbbb', ['a'], 1), unit('cccc', ['c'], 2)],
    weightOf: () => 1,
    budgetTokens: 10,
    count,
  })
  expect(chosen.map(({ text }) => text)).toEqual(['aaaa', 'cccc'])
})

test('what does not fit makes room for what does', () => {
  const chosen = chooseGreedily({
    units: [unit('x'.repeat(50), ['a', 'b', 'c']), unit('yy', ['a'])],
    weightOf: () => 1,
    budgetTokens: 5,
    count,
  })
  expect(chosen.map(({ text }) => text)).toEqual(['yy'])
})

test('lazily chosen is as good as chosen by looking at all each time', () => {
  const random = seededRandom('greedy')
  for (let round = 0; round < 30; round += 1) {
    const units = Array.from({ length: 25 }, (_, at) => {
      const keys = Array.from({ length: 1 + Math.floor(random() * 4) }, () => `k${Math.floor(random() * 12)}`)
      return unit('x'.repeat(2 + Math.floor(random() * 9)), [...new Set(keys)], at)
    })
    const choice = { units, weightOf: (key: string) => Number(key.slice(1)) + 1, budgetTokens: 40, count }
    expect(chooseGreedily(choice)).toEqual(chooseSlowly(choice))
  }
})

const chooseSlowly = ({ units, weightOf, budgetTokens }: Parameters<typeof chooseGreedily>[0]): readonly Unit[] => {
  const covered = new Set<string>()
  const chosen: Unit[] = []
  let left = budgetTokens
  const worth = (one: Unit): number =>
    one.keys.reduce((sum, key) => sum + (covered.has(key) ? 0 : weightOf(key)), 0) / (one.text.length + 1) ** 0.9
  for (;;) {
    const [best] = units
      .filter((one) => !chosen.includes(one) && one.text.length + 1 <= left && worth(one) > 0)
      .toSorted((a, b) => worth(b) - worth(a) || b.event - a.event)
    if (best === undefined) return chosen.toSorted((a, b) => a.event - b.event)
    chosen.push(best)
    left -= best.text.length + 1
    for (const key of best.keys) covered.add(key)
  }
}

import { expect, test } from 'vitest'
import { openChance } from './chance.ts'

test('the same seed gives the same choices, another one others', () => {
  const choices = (seed: number) => Array.from({ length: 20 }, openChance(seed).next)
  expect(choices(7)).toEqual(choices(7))
  expect(choices(7)).not.toEqual(choices(8))
})

test('choices stay within their bounds, and a weight of nothing is never chosen', () => {
  const chance = openChance(1)
  for (let round = 0; round < 1_000; round += 1) {
    expect(chance.below(3)).toBeOneOf([0, 1, 2])
    expect(chance.pick(['a', 'b'])).toBeOneOf(['a', 'b'])
    expect(
      chance.weigh([
        [0, 'never'],
        [2, 'often'],
        [1, 'seldom'],
      ]),
    ).not.toBe('never')
  }
  expect(() => chance.weigh([])).toThrow('nothing')
})

import { expect, test } from 'vitest'
import { hashOf, seededRandom, shuffled } from './random.ts'

test('the same seed gives the same numbers, another seed others', () => {
  const draw = (seed: string) => Array.from({ length: 5 }, seededRandom(seed))
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
  expect(draw('a').every((value) => value >= 0 && value < 1)).toBe(true)
})

test('the mean of many is a half', () => {
  const random = seededRandom('mean')
  const sum = Array.from({ length: 20_000 }, random).reduce((total, value) => total + value, 0)
  expect(sum / 20_000).toBeCloseTo(0.5, 1)
})

test('a shuffle keeps every item', () => {
  const items = Array.from({ length: 50 }, (_, at) => at)
  const mixed = shuffled(items, seededRandom('mix'))
  expect(mixed).not.toEqual(items)
  expect(mixed.toSorted((a, b) => a - b)).toEqual(items)
})

test('the hash is the published one', () => {
  expect(hashOf('')).toBe(0x811c9dc5)
  expect(hashOf('a')).toBe(0xe40c292c)
})

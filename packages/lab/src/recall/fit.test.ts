import { expect, test } from 'vitest'
import { fitEnd, fitStart, lineTokens } from './fit.ts'

/** A token a word; the newline is none. */
const count = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

test('a text that fits is left alone', () => {
  expect(fitStart('a b', 2, count)).toEqual({ text: 'a b', tokens: 2, cut: false })
})

test.each([
  ['whole lines from the start', 'a b\nc d\ne', 4, 'a b\nc d'],
  ['a line that is too long alone is cut at a blank', 'aa bb cc dd', 3, 'aa bb cc'],
  ['no room at all', 'a b', 0, ''],
])('%s', (_name, text, budget, expected) => {
  const fitted = fitStart(text, budget, count)
  expect(fitted.text.trimEnd()).toBe(expected)
  expect(fitted.tokens).toBeLessThanOrEqual(budget)
})

test('whole lines from the end', () => {
  expect(fitEnd(['a b', 'c', 'd e'], 3, count)).toEqual(['c', 'd e'])
  expect(fitEnd(['a b'], 5, count)).toEqual(['a b'])
  expect(fitEnd(['a b'], 1, count)).toEqual([])
})

test('a line is counted once', () => {
  let asked = 0
  const counting = (text: string): number => {
    asked += 1
    return text.length
  }
  lineTokens('same', counting)
  lineTokens('same', counting)
  expect(asked).toBe(1)
})

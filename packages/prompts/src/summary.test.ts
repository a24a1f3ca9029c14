import { expect, test } from 'vitest'
import { boundaryText } from './summary.ts'

test('a boundary gives the figure, marked where it is an estimate', () => {
  expect(boundaryText({ tokensBefore: 1_234_567, source: 'divisors' })).toBe(
    'Earlier conversation compacted here: ~1,234,567 tokens before.',
  )
  expect(boundaryText({ tokensBefore: 42, source: 'reported' })).toBe(
    'Earlier conversation compacted here: 42 tokens before.',
  )
})

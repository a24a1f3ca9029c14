import { expect, test } from 'vitest'
import { isRearmed, rearmReference, tokensToRearm } from './rearm.ts'

test('a fiftieth of the window re-arms, at least 64 tokens, 256 where the window is unknown', () => {
  expect([200_000, 8_000, 100, null].map(tokensToRearm)).toEqual([4_000, 160, 64, 256])
})

test('growth is counted from the smaller of before and after, and the first attempt needs none', () => {
  expect(rearmReference({ before: 900, after: 1_000 })).toBe(900)
  const rows = [
    { tokensSinceRearm: null, windowTokens: 200_000, expected: true },
    { tokensSinceRearm: 3_999, windowTokens: 200_000, expected: false },
    { tokensSinceRearm: 4_000, windowTokens: 200_000, expected: true },
    { tokensSinceRearm: -10, windowTokens: null, expected: false },
    { tokensSinceRearm: 256, windowTokens: null, expected: true },
  ]
  for (const { expected, ...growth } of rows) expect(isRearmed(growth)).toBe(expected)
})

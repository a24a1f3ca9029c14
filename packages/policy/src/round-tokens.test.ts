import { expect, test } from 'vitest'
import { roundTokens } from './round-tokens.ts'

test.each([
  [0, '0'],
  [12.4, '12'],
  [999, '999'],
  [1_000, '1k'],
  [4_049, '4k'],
  [4_050, '4.1k'],
  [10_000, '10k'],
  [91_808, '92k'],
  [1_000_000, '1000k'],
])('%d tokens are read as %s', (tokens, text) => expect(roundTokens(tokens)).toBe(text))

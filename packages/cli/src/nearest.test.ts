import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const names = ['budget', 'strategy', 'until', 'emit']
const rows: readonly [string, string | null][] = [
  ['bugdet', 'budget'],
  ['strateg', 'strategy'],
  ['emti', 'emit'],
  ['x', null],
  ['verbose', null],
]

test.each(rows)('%s → %s', (word, name) => expect(nearest(word, names)).toBe(name))

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinLines, splitLines, usualEnding } from './file-lines.ts'

test('splitting and joining gives back every text', () => {
  const text = fc.array(fc.constantFrom('a', 'b ', '\r', '\n', '\r\n', '\u2028', '')).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (given) => {
      expect(joinLines(splitLines(given))).toBe(given)
    }),
  )
})

test('each line keeps its own ending, and a missing one at the end stays missing', () => {
  expect(splitLines('')).toEqual([])
  expect(splitLines('a\r\nb\nc')).toEqual([
    { text: 'a', ending: '\r\n' },
    { text: 'b', ending: '\n' },
    { text: 'c', ending: '' },
  ])
})

test('the usual ending is the commoner one, a line feed in doubt', () => {
  const rows = [
    ['', '\n'],
    ['a\r\n', '\r\n'],
    ['a\r\nb\n', '\n'],
    ['a\r\nb\r\nc\n', '\r\n'],
  ] as const
  for (const [text, ending] of rows) expect(usualEnding(splitLines(text))).toBe(ending)
})

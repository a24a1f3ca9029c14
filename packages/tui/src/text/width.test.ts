import { expect, test } from 'vitest'
import { fitText, graphemes, splitAtWidth, textWidth } from './width.ts'

test('wide characters and clusters take two columns', () => {
  expect(textWidth('abc')).toBe(3)
  expect(textWidth('日本')).toBe(4)
  expect(textWidth('👩‍👩‍👧')).toBe(2)
  expect(graphemes('e\u0301👩‍👩‍👧a')).toEqual(['e\u0301', '👩‍👩‍👧', 'a'])
})

test.each([
  ['abcdef', 4, ['abcd', 'ef']],
  ['日本語', 3, ['日', '本語']],
  ['日本', 1, ['日', '本']],
  ['', 5, ['', '']],
] as const)('%s cut at %i', (text, columns, parts) => expect(splitAtWidth(text, columns)).toEqual(parts))

test('what does not fit ends in an ellipsis', () => {
  expect(fitText('abcdef', 4)).toBe('abc…')
  expect(fitText('abcd', 4)).toBe('abcd')
  expect(fitText('日本語', 5)).toBe('日本…')
  expect(fitText('ab', 1)).toBe('…')
})

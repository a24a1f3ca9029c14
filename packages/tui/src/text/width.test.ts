import stringWidth from 'string-width'
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

test('what is measured by a rule of thumb is as wide, and falls apart as, the tables of Unicode say', () => {
  const segmenter = new Intl.Segmenter()
  const wrong: string[] = []
  for (let code = 0x20; code <= 0x29_00; code += 1) {
    // Between letters, or one that joins its neighbour would go unseen.
    const text = `a${String.fromCharCode(code)}a`
    const isMeasuredAlike = textWidth(text) === stringWidth(text)
    const isCutAlike = graphemes(text).length === [...segmenter.segment(text)].length
    if (!isMeasuredAlike || !isCutAlike) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

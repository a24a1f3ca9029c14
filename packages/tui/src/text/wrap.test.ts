import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Row, row, span, textOfRow } from './row.ts'
import { fitRow, rowWidth, wrapRow, wrapText } from './wrap.ts'

const texts = (rows: readonly Row[]) => rows.map(textOfRow)

test('breaks between words and keeps the tones', () => {
  const rows = wrapRow([span('one '), span('two three', 'bold')], { columns: 9 })
  expect(rows).toEqual([[span('one '), span('two', 'bold')], [span('three', 'bold')]])
})

test('hangs below the mark in front', () => {
  expect(texts(wrapRow(row('alpha beta gamma'), { columns: 10, first: row('• ') }))).toEqual([
    '• alpha',
    '  beta',
    '  gamma',
  ])
})

test('breaks a word that is longer than the screen, wide characters too', () => {
  expect(texts(wrapRow(row('abcdefghij'), { columns: 4 }))).toEqual(['abcd', 'efgh', 'ij'])
  expect(texts(wrapRow(row('日本語日本'), { columns: 5 }))).toEqual(['日本', '語日', '本'])
})

test('keeps the indentation of a line of code and the lines of a text', () => {
  expect(texts(wrapRow(row('    return 1'), { columns: 20 }))).toEqual(['    return 1'])
  expect(texts(wrapText('a\n\nb', 'plain', { columns: 5 }))).toEqual(['a', '', 'b'])
})

test('no row is wider than the screen, and nothing but space is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 8, max: 30 }), (text, columns) => {
      const line = text.replaceAll(/[\n\p{C}]/gu, '')
      const rows = wrapRow(row(line), { columns })
      for (const each of rows) expect(rowWidth(each)).toBeLessThanOrEqual(columns)
      expect(texts(rows).join('').replaceAll(/\s/gu, '')).toBe(line.replaceAll(/\s/gu, ''))
    }),
  )
})

test('a row is cut with an ellipsis', () => {
  expect(textOfRow(fitRow([span('model '), span('gpt-long-name', 'bold')], 10))).toBe('model gpt…')
  expect(textOfRow(fitRow(row('short'), 10))).toBe('short')
})

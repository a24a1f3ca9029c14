import { expect, test } from 'vitest'
import { type Editor, editorWith, insertPaste, insertText } from '../composer/editor.ts'
import { textOf } from '../testing/screens.ts'
import { rowWidth } from '../text/wrap.ts'
import { composerRows } from './composer-rows.ts'

const lay = (editor: Editor, columns = 20, rowsMax = 4) => {
  const laid = composerRows(editor, { columns, rowsMax, placeholder: 'Ask' })
  return { text: textOf(laid.rows), caret: laid.caret }
}

test('an empty composer says what it is for', () => {
  expect(lay(editorWith(''))).toEqual({ text: '› Ask', caret: { x: 2, y: 0 } })
})

test('TUI-10: the caret stands behind wide characters, in wrapped and in multi-line input', () => {
  expect(lay(editorWith('日本語'))).toEqual({ text: '› 日本語', caret: { x: 8, y: 0 } })
  expect(lay(editorWith('日本\n語'))).toEqual({ text: '› 日本\n  語', caret: { x: 4, y: 1 } })
  expect(lay(editorWith('日'.repeat(10)))).toEqual({ text: `› ${'日'.repeat(8)}\n  日日`, caret: { x: 6, y: 1 } })
})

test('a paste is its chip', () => {
  expect(lay(insertText(insertPaste(editorWith('see '), 'x\n'.repeat(40)), ' ok'), 60).text).toBe(
    '› see [paste 1: 41 lines] ok',
  )
})

test('more than fits is a window around the caret', () => {
  const editor = editorWith(Array.from({ length: 30 }, (_, index) => `l${index}`).join('\n'))
  expect(lay(editor)).toEqual({ text: '  l26\n  l27\n  l28\n  l29', caret: { x: 5, y: 3 } })
  expect(lay({ ...editor, caret: 0 }).text).toBe('› l0\n  l1\n  l2\n  l3')
})

test('an opened megabyte is laid out around the caret alone', () => {
  const editor = editorWith('日本 '.repeat(350_000))
  const { rows } = composerRows({ ...editor, caret: 500_001 }, { columns: 40, rowsMax: 5, placeholder: '' })
  expect(rows).toHaveLength(5)
  for (const each of rows) expect(rowWidth(each)).toBeLessThanOrEqual(40)
})

test('a placeholder loses whole parts where it has no room, and the first alone is cut', () => {
  const shown = (columns: number) =>
    composerRows(editorWith(''), { columns, rowsMax: 1, placeholder: 'Ask away · / commands · @ files' })
      .rows[0]?.map(({ text }) => text)
      .join('')
  expect([34, 33, 24, 23, 9].map(shown)).toEqual([
    '› Ask away · / commands · @ files',
    '› Ask away · / commands',
    '› Ask away · / commands',
    '› Ask away',
    '› Ask aw',
  ])
})

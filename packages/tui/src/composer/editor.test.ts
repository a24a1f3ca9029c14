import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  backspace,
  chipLabel,
  deleteForward,
  type Editor,
  editorWith,
  insertPaste,
  insertText,
  killToLineEnd,
  killToLineStart,
  killWord,
  moveDown,
  moveLeft,
  moveLineEnd,
  moveLineStart,
  moveRight,
  moveUp,
  moveWordLeft,
  moveWordRight,
  openChip,
  wholeText,
  yank,
} from './editor.ts'

const editing = {
  backspace,
  deleteForward,
  moveLeft,
  moveRight,
  moveWordLeft,
  moveWordRight,
  moveLineStart,
  moveLineEnd,
  moveUp,
  moveDown,
  killToLineEnd,
  killToLineStart,
  killWord,
  yank,
}

/** `|` is the caret. */
const at = (text: string): Editor => ({ ...editorWith(text.replace('|', '')), caret: text.indexOf('|') })
const shown = ({ text, caret }: Editor): string => `${text.slice(0, caret)}|${text.slice(caret)}`

const rows: readonly [keyof typeof editing, string, string | null][] = [
  ['backspace', 'ab|c', 'a|c'],
  ['backspace', 'e\u0301|', '|'],
  ['backspace', '|a', '|a'],
  ['deleteForward', 'a|👩‍👩‍👧b', 'a|b'],
  ['moveLeft', 'a👩‍👩‍👧|', 'a|👩‍👩‍👧'],
  ['moveRight', '|日本', '日|本'],
  ['moveWordLeft', 'one two|', 'one |two'],
  ['moveWordRight', '|one two', 'one| two'],
  ['moveLineStart', 'a\nbc|', 'a\n|bc'],
  ['moveLineEnd', 'a\n|bc\nd', 'a\nbc|\nd'],
  ['moveUp', 'abc\nd|e', 'a|bc\nde'],
  ['moveUp', 'a|bc', null],
  ['moveDown', 'abc|\nd', 'abc\nd|'],
  ['moveDown', 'a|', null],
  ['killToLineEnd', 'a|bc\nd', 'a|\nd'],
  ['killToLineEnd', 'a|\nd', 'a|d'],
  ['killToLineStart', 'a\nbc|d', 'a\n|d'],
  ['killWord', 'one two|', 'one |'],
]

test.each(rows)('%s: %j becomes %j', (name, text, expected) => {
  const edited = editing[name](at(text))
  expect(edited === null ? null : shown(edited)).toBe(expected)
})

test('what was killed comes back', () => {
  expect(shown(editing.yank(editing.moveLineStart(editing.killWord(at('one two|')))))).toBe('two|one ')
})

test('a large paste is one character on the screen and whole when it is sent', () => {
  const paste = `${'line\n'.repeat(39)}line`
  const editor = insertText(insertPaste(insertText(editorWith(''), 'see '), paste), ' ok')
  expect(editor.text).toHaveLength(8)
  expect(chipLabel(editor, editor.text[4] ?? '')).toBe('[paste 1: 40 lines]')
  expect(wholeText(editor)).toBe(`see ${paste} ok`)
  expect(editing.backspace(editing.moveLeft(editing.moveLeft(editing.moveLeft(editor)))).text).toBe('see  ok')
})

test('TUI-09: a paste shown as a placeholder can be opened and edited', () => {
  const paste = Array.from({ length: 15 }, (_, index) => `row ${index}`).join('\n')
  const opened = openChip(insertPaste(editorWith(''), paste))
  expect(opened.text).toBe(paste)
  expect(wholeText(editing.backspace(opened))).toBe(paste.slice(0, -1))
})

test('a megabyte is a chip, and a key after it costs no second look at it', () => {
  const editor = insertPaste(editorWith(''), 'x'.repeat(1 << 20))
  expect(chipLabel(editor, editor.text)).toBe('[paste 1: 1,048,576 characters]')
  expect(wholeText(insertText(editor, '!'))).toHaveLength((1 << 20) + 1)
})

test('the caret never leaves the text and never splits a character', () => {
  const moves = [
    'moveLeft',
    'moveRight',
    'moveWordLeft',
    'moveWordRight',
    'backspace',
    'deleteForward',
    'killWord',
  ] as const
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.constantFrom(...moves)), (text, steps) => {
      let editor = editorWith(text)
      for (const step of steps) {
        editor = editing[step](editor)
        expect(editor.caret).toBeGreaterThanOrEqual(0)
        expect(editor.caret).toBeLessThanOrEqual(editor.text.length)
        expect(editor.text.isWellFormed()).toBe(true)
      }
    }),
  )
})

/**
 * The text being written: a caret, a kill buffer, and pastes too large to show, each of which stands in the text as one
 * character and is a chip on the screen. Moves by what a person sees as characters.
 */
import { graphemes } from '../text/width.ts'

export type Editor = {
  /** A paste is one character of the private area, first to last. */
  readonly text: string
  /** UTF-16 units, on a boundary between graphemes. */
  readonly caret: number
  readonly chips: ReadonlyMap<string, string>
  readonly killed: string
}

export const EMPTY_EDITOR: Editor = { text: '', caret: 0, chips: new Map(), killed: '' }

/** A paste of more lines or characters than this becomes a chip. */
const CHIP_LINES_MIN = 10
const CHIP_CHARACTERS_MIN = 1_000

const CHIP_FIRST = 0xe0_00
const CHIPS_MAX = 256

const CHIP = /[\ue000-\ue0ff]/g

export const isChip = (char: string): boolean => /^[\ue000-\ue0ff]$/.test(char)

export const editorWith = (text: string): Editor => {
  const clean = typable(text)
  return { ...EMPTY_EDITOR, text: clean, caret: clean.length }
}

export const insertText = (editor: Editor, text: string): Editor =>
  splice(editor, editor.caret, editor.caret, typable(text))

export const insertPaste = (editor: Editor, text: string): Editor => {
  const isLong = text.length > CHIP_CHARACTERS_MIN || text.split('\n', CHIP_LINES_MIN + 1).length > CHIP_LINES_MIN
  const mark = String.fromCharCode(CHIP_FIRST + editor.chips.size)
  if (!isLong || editor.chips.size >= CHIPS_MAX) return insertText(editor, text)
  return splice({ ...editor, chips: new Map([...editor.chips, [mark, text]]) }, editor.caret, editor.caret, mark)
}

/** What is sent: every chip is its whole text again. */
export const wholeText = ({ text, chips }: Editor): string => text.replaceAll(CHIP, (mark) => chips.get(mark) ?? '')

/** `[paste 1: 40 lines]`. */
export const chipLabel = ({ chips }: Editor, mark: string): string => {
  const text = chips.get(mark) ?? ''
  const number = mark.charCodeAt(0) - CHIP_FIRST + 1
  const lines = text.split('\n').length
  const size = lines > 1 ? `${grouped(lines)} lines` : `${grouped(text.length)} characters`
  return `[paste ${number}: ${size}]`
}

/** The chip before the caret, else the next one, becomes text that can be read and edited. */
export const openChip = (editor: Editor): Editor => {
  const before = [...editor.text.slice(0, editor.caret).matchAll(CHIP)].at(-1)?.index
  const after = editor.text.slice(editor.caret).search(CHIP)
  const at = before ?? (after === -1 ? null : editor.caret + after)
  if (at === null) return editor
  return splice(editor, at, at + 1, editor.chips.get(editor.text[at] ?? '') ?? '')
}

export const backspace = (editor: Editor): Editor => splice(editor, before(editor), editor.caret, '')

export const deleteForward = (editor: Editor): Editor => splice(editor, editor.caret, after(editor), '')

export const moveLeft = (editor: Editor): Editor => ({ ...editor, caret: before(editor) })

export const moveRight = (editor: Editor): Editor => ({ ...editor, caret: after(editor) })

export const moveWordLeft = (editor: Editor): Editor => ({ ...editor, caret: wordStart(editor) })

export const moveWordRight = (editor: Editor): Editor => {
  const match = /^\W*\w*/u.exec(editor.text.slice(editor.caret))
  return { ...editor, caret: editor.caret + Math.max(match?.[0].length ?? 0, after(editor) - editor.caret) }
}

export const moveLineStart = (editor: Editor): Editor => ({ ...editor, caret: lineStart(editor) })

export const moveLineEnd = (editor: Editor): Editor => ({ ...editor, caret: lineEnd(editor) })

/** `null`: there is no line above. */
export const moveUp = (editor: Editor): Editor | null => {
  const start = lineStart(editor)
  if (start === 0) return null
  return inLine(editor, editor.text.lastIndexOf('\n', start - 2) + 1, editor.caret - start)
}

/** `null`: there is no line below. */
export const moveDown = (editor: Editor): Editor | null => {
  const end = lineEnd(editor)
  return end === editor.text.length ? null : inLine(editor, end + 1, editor.caret - lineStart(editor))
}

export const killToLineEnd = (editor: Editor): Editor => {
  const end = lineEnd(editor)
  return kill(editor, editor.caret, end === editor.caret ? Math.min(end + 1, editor.text.length) : end)
}

export const killToLineStart = (editor: Editor): Editor => kill(editor, lineStart(editor), editor.caret)

export const killWord = (editor: Editor): Editor => kill(editor, wordStart(editor), editor.caret)

export const yank = (editor: Editor): Editor => splice(editor, editor.caret, editor.caret, editor.killed)

/** Replaces what stands between two places; the caret ends behind it. */
export const splice = (editor: Editor, start: number, end: number, text: string): Editor => ({
  ...editor,
  text: editor.text.slice(0, start) + text + editor.text.slice(end),
  caret: start + text.length,
})

const kill = (editor: Editor, start: number, end: number): Editor =>
  start === end ? editor : { ...splice(editor, start, end, ''), killed: editor.text.slice(start, end) }

/** A mark of ours that is typed would open a chip that is none. */
const typable = (text: string): string => text.replaceAll(CHIP, '\ufffd').toWellFormed()

/** Longer than any cluster a person types; a look at all of a pasted megabyte would be felt. */
const CLUSTER_UNITS_MAX = 64

const before = ({ text, caret }: Editor): number =>
  caret - (graphemes(text.slice(Math.max(0, caret - CLUSTER_UNITS_MAX), caret)).at(-1)?.length ?? 0)

const after = ({ text, caret }: Editor): number =>
  caret + (graphemes(text.slice(caret, caret + CLUSTER_UNITS_MAX))[0]?.length ?? 0)

const lineStart = ({ text, caret }: Editor): number => (caret === 0 ? 0 : text.lastIndexOf('\n', caret - 1) + 1)

const lineEnd = ({ text, caret }: Editor): number => {
  const end = text.indexOf('\n', caret)
  return end === -1 ? text.length : end
}

const wordStart = ({ text, caret }: Editor): number => {
  const match = /\w*\W*$/u.exec(text.slice(0, caret))
  const start = match === null ? 0 : match.index
  return start === caret ? Math.max(0, caret - 1) : start
}

const inLine = (editor: Editor, start: number, column: number): Editor => {
  const moved = { ...editor, caret: start }
  return { ...editor, caret: Math.min(lineEnd(moved), start + column) }
}

const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** Keys that write: text, movement, the kill buffer, and the history above the first line. */
import {
  backspace,
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
  yank,
} from '../composer/editor.ts'
import type { Key } from '../composer/keys.ts'
import type { ScreenState } from './state.ts'

type Edit = (editor: Editor) => Editor

const CTRL: Readonly<Record<string, Edit>> = {
  a: moveLineStart,
  b: moveLeft,
  d: deleteForward,
  e: moveLineEnd,
  f: moveRight,
  h: backspace,
  j: (editor) => insertText(editor, '\n'),
  k: killToLineEnd,
  u: killToLineStart,
  w: killWord,
  y: yank,
}

const ALT: Readonly<Record<string, Edit>> = { b: moveWordLeft, f: moveWordRight }

export const editKey = (state: ScreenState, key: Key): ScreenState => {
  switch (key.type) {
    case 'text':
      return edited(state, (editor) => insertText(editor, key.text))
    case 'paste':
      return edited(state, (editor) => insertPaste(editor, key.text))
    case 'ctrl':
      return edited(state, CTRL[key.letter])
    case 'alt':
      return edited(state, ALT[key.letter])
    case 'key':
      return namedKey(state, key)
  }
}

const edited = (state: ScreenState, edit: Edit | undefined): ScreenState =>
  edit === undefined ? state : { ...state, editor: edit(state.editor) }

const namedKey = (state: ScreenState, key: Extract<Key, { type: 'key' }>): ScreenState => {
  const { editor } = state
  const byWord = key.ctrl || key.alt
  switch (key.name) {
    case 'backspace':
      return edited(state, byWord ? killWord : backspace)
    case 'delete':
      return edited(state, deleteForward)
    case 'left':
      return edited(state, byWord ? moveWordLeft : moveLeft)
    case 'right':
      return edited(state, byWord ? moveWordRight : moveRight)
    case 'home':
      return edited(state, moveLineStart)
    case 'end':
      return edited(state, moveLineEnd)
    case 'enter':
      return edited(state, (each) => insertText(each, '\n'))
    case 'up': {
      const above = moveUp(editor)
      return above === null ? older(state) : { ...state, editor: above }
    }
    case 'down': {
      const below = moveDown(editor)
      return below === null ? newer(state) : { ...state, editor: below }
    }
    case 'tab':
    case 'escape':
    case 'page_up':
    case 'page_down':
      return state
  }
}

const older = (state: ScreenState): ScreenState => {
  const { entries, at, draft } = state.history
  const next = (at ?? entries.length) - 1
  const text = entries[next]
  if (text === undefined) return state
  // What is being written waits below the newest entry.
  const kept = at === null ? state.editor.text : draft
  return {
    ...state,
    editor: { ...editorWith(text), chips: state.editor.chips },
    history: { entries, at: next, draft: kept },
  }
}

const newer = (state: ScreenState): ScreenState => {
  const { entries, at, draft } = state.history
  if (at === null) return state
  const text = entries[at + 1]
  const editor = { ...state.editor, text: text ?? draft, caret: (text ?? draft).length }
  return { ...state, editor, history: { entries, at: text === undefined ? null : at + 1, draft } }
}

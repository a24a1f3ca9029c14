import { expect, test } from 'vitest'
import { decodeDraft, encodeDraft } from './draft.ts'
import { EMPTY_EDITOR, editorWith, insertPaste, wholeText } from './editor.ts'

test('a draft comes back with its pastes', () => {
  const editor = insertPaste(editorWith('see '), 'line\n'.repeat(50))
  expect(wholeText(decodeDraft(encodeDraft({ editor, unsent: [] })))).toBe(wholeText(editor))
})

test('what was sent and never answered stands in front', () => {
  const text = encodeDraft({ editor: editorWith('next'), unsent: ['first'] })
  expect(decodeDraft(text)).toMatchObject({ text: 'first\nnext', caret: 10 })
})

test('nothing is nothing, and rubbish is nothing', () => {
  expect(encodeDraft({ editor: EMPTY_EDITOR, unsent: [] })).toBe('')
  expect(decodeDraft('')).toEqual(EMPTY_EDITOR)
  expect(decodeDraft('{"text":')).toEqual(EMPTY_EDITOR)
})

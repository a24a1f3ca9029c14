/** What is being written, as text for a file: a client that was killed finds it again, what was sent and not answered too. */
import { z } from 'zod'
import { type Editor, EMPTY_EDITOR, editorWith } from './editor.ts'

const Draft = z.object({
  text: z.string(),
  chips: z.array(z.tuple([z.string(), z.string()])),
  unsent: z.array(z.string()),
})

export type Unfinished = { readonly editor: Editor; readonly unsent: readonly string[] }

/** Empty where there is nothing to keep. */
export const encodeDraft = ({ editor, unsent }: Unfinished): string =>
  editor.text === '' && unsent.length === 0
    ? ''
    : JSON.stringify({ text: editor.text, chips: [...editor.chips], unsent })

/** What cannot be read is no draft. What was sent and never answered stands in front. */
export const decodeDraft = (text: string): Editor => {
  const draft = Draft.safeParse(parsed(text))
  if (!draft.success) return EMPTY_EDITOR
  const { text: written, chips, unsent } = draft.data
  const editor: Editor = { ...EMPTY_EDITOR, text: written, caret: written.length, chips: new Map(chips) }
  if (unsent.length === 0) return editor
  const before = editorWith(`${unsent.join('\n')}${written === '' ? '' : '\n'}`)
  return { ...editor, text: before.text + written, caret: before.text.length + written.length }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A message on its way into the history: its item, and the lines that say where it went. */

import { handoffText } from '@rawr/prompts'
import type { ContentPart, Origin, QueuedInput, UserInput } from '@rawr/protocol'
import { type ItemDraft, textDraft } from '../engine/item-draft.ts'

/** Prompts of a sequence are the program's, never the user's words (L14). */
const originOf = (input: QueuedInput): Origin => (input.origin === 'user' ? 'user' : 'synthetic')

export const inputDraft = (input: QueuedInput): ItemDraft => ({
  origin: originOf(input),
  body: { type: 'message', role: 'user', content: input.items.map(partOf) },
})

const partOf = (input: UserInput): ContentPart =>
  input.type === 'text' ? { type: 'input_text', text: input.text.toWellFormed() } : { ...input, type: 'input_image' }

/** The packet is data, whoever sent it: it is fenced here. */
export const handoffDraft = (packet: string): ItemDraft => textDraft('handoff', handoffText(packet))

/** The content of a Claude Code message, block by block, as items of ours. */
import type { ContentPart, Origin } from '@rawr/protocol'
import { type Fields, fieldsAt, isFields, textAt } from './fields.ts'
import { imageFromBase64, imageFromUrl } from './image.ts'
import { callIdOf, type ItemDraft } from './item-draft.ts'
import { outcomeOfText } from './tool-outcome.ts'

export type Drafted = { readonly draft: ItemDraft; readonly origin: Origin }

/** User texts that the program writes in the user's name: outputs, commands and interrupts, and context. */
const MACHINERY: readonly (readonly [mark: string, origin: Origin])[] = [
  ['<bash-input>', 'tool'],
  ['<bash-stdout>', 'tool'],
  ['<bash-stderr>', 'tool'],
  ['<local-command-stdout>', 'tool'],
  ['<local-command-stderr>', 'tool'],
  ['<task-notification>', 'tool'],
  ['<command-name>', 'synthetic'],
  ['<command-message>', 'synthetic'],
  ['<command-args>', 'synthetic'],
  ['[Request interrupted by user', 'synthetic'],
  ['<local-command-caveat>', 'context'],
  ['<system-reminder>', 'context'],
  ['<ide_opened_file>', 'context'],
  ['<ide_selection>', 'context'],
  ['<user-prompt-submit-hook>', 'context'],
]

const CLEARED = '[Old tool result content cleared]'

/** `injected`: nothing in the record was typed by the user, whatever it says. */
export const userDrafts = (content: unknown, injected: boolean): readonly Drafted[] => {
  const blocks = blocksOf(content)
  const hasResult = blocks.some((block) => block.type === 'tool_result')
  const typed: ContentPart[] = []
  const others: Drafted[] = []
  for (const block of blocks) {
    if (block.type === 'tool_result') others.push(toolResult(block))
    else {
      const part = partOf(block)
      if (part === null) continue
      const machinery = part.type === 'input_image' ? undefined : machineryOf(part.text)
      if (machinery !== undefined) others.push(userMessage([part], machinery))
      else typed.push(part)
    }
  }
  if (typed.length === 0) return others
  return [...others, userMessage(typed, injected || hasResult ? 'context' : 'user')]
}

export const assistantDrafts = (content: unknown): readonly Drafted[] =>
  blocksOf(content).flatMap((block) => assistantBlock(block) ?? [])

const userMessage = (content: ContentPart[], origin: Origin): Drafted => ({
  draft: { type: 'message', role: 'user', content },
  origin,
})

/** Ids of the calls a message makes. */
export const callsOf = (content: unknown): readonly string[] =>
  blocksOf(content).flatMap((block) => (block.type === 'tool_use' ? (textAt(block, 'id') ?? []) : []))

/** Ids of the calls whose results a message brings. */
export const resultsOf = (content: unknown): readonly string[] =>
  blocksOf(content).flatMap((block) => (block.type === 'tool_result' ? (textAt(block, 'tool_use_id') ?? []) : []))

const machineryOf = (text: string): Origin | undefined =>
  MACHINERY.find(([mark]) => text.trimStart().startsWith(mark))?.[1]

const blocksOf = (content: unknown): readonly Fields[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isFields) : []
}

const partOf = (block: Fields): ContentPart | null => {
  if (block.type === 'image') return imageOf(block)
  const text = textAt(block, 'text')
  if (text !== undefined) return text === '' ? null : { type: 'input_text', text }
  const reference = textAt(block, 'tool_name')
  return reference === undefined ? null : { type: 'input_text', text: `[tool ${reference}]` }
}

const imageOf = (block: Fields): ContentPart => {
  const source = fieldsAt(block, 'source')
  const url = textAt(source, 'url')
  return url === undefined
    ? imageFromBase64(textAt(source, 'data') ?? '', textAt(source, 'media_type') ?? '')
    : imageFromUrl(url)
}

const toolResult = (block: Fields): Drafted => {
  const content = block.content
  const parts = typeof content === 'string' ? [] : blocksOf(content).flatMap((inner) => partOf(inner) ?? [])
  const output =
    typeof content === 'string' ? content : parts.some((part) => part.type === 'input_image') ? parts : textOf(parts)
  const text = typeof output === 'string' ? output : ''
  const failed = block.is_error === true
  const { exit_code } = failed ? outcomeOfText(text) : {}
  return {
    draft: {
      type: 'function_call_output',
      call_id: callIdOf(textAt(block, 'tool_use_id') ?? ''),
      output,
      ...(text === CLEARED ? {} : { success: !failed }),
      ...(exit_code === undefined ? {} : { exit_code }),
    },
    origin: 'tool',
  }
}

const textOf = (parts: readonly ContentPart[]): string =>
  parts.flatMap((part) => (part.type === 'input_image' ? [] : [part.text])).join('\n')

const assistantBlock = (block: Fields): Drafted | null => {
  switch (block.type) {
    case 'text': {
      const text = textAt(block, 'text') ?? ''
      return text === '' ? null : made({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] })
    }
    case 'thinking':
      return made({
        type: 'reasoning',
        summary: [],
        content: [{ type: 'thinking', text: textAt(block, 'thinking') ?? '' }],
        encrypted_content: textAt(block, 'signature') ?? null,
      })
    case 'redacted_thinking':
      return made({ type: 'reasoning', summary: [], encrypted_content: textAt(block, 'data') ?? null })
    case 'tool_use':
    case 'server_tool_use':
      return made({
        type: 'function_call',
        name: textAt(block, 'name') ?? 'unnamed',
        arguments: JSON.stringify(block.input ?? {}),
        call_id: callIdOf(textAt(block, 'id') ?? ''),
      })
    case 'fallback':
      return null
    default:
      return providerResult(block)
  }
}

/** The result of a tool that ran at the provider stands in the assistant's own message. */
const providerResult = (block: Fields): Drafted | null => {
  const callId = textAt(block, 'tool_use_id')
  if (callId === undefined) return { draft: { type: 'unknown', value: block }, origin: 'context' }
  const content = block.content
  return {
    draft: {
      type: 'function_call_output',
      call_id: callIdOf(callId),
      output: typeof content === 'string' ? content : JSON.stringify(content ?? ''),
    },
    origin: 'tool',
  }
}

const made = (draft: ItemDraft): Drafted => ({ draft, origin: 'assistant' })

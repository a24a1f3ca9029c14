/**
 * `HistoryItem` to the items of a Responses request. What only we know (attachments, boundaries) becomes text in the
 * user's role; what was never meant for a model is left out. Encrypted content is passed on byte for byte or not at all (L4).
 */
import { assertNever, type ContentPart, type HistoryItem, type ToolOutputItem } from '@rawr/protocol'
import type { ResponseInputImage, ResponseInputItem, ResponseInputText } from 'openai/resources/responses/responses'
import { legalArguments, legalCallId, legalName, legalText } from './legal-text.ts'

/** The address of an image for the provider; `null` where its content cannot be had. */
export type ImageUrl = (part: Extract<ContentPart, { type: 'input_image' }>) => string | null

const IMAGE_LOST = '[image not available]'

export const responsesItems = (items: readonly HistoryItem[], imageUrl: ImageUrl): ResponseInputItem[] =>
  withoutLoneReasoning(items.flatMap((item) => responsesItem(item, imageUrl)))

const responsesItem = (item: HistoryItem, imageUrl: ImageUrl): ResponseInputItem[] => {
  switch (item.type) {
    case 'message':
      return item.role === 'assistant'
        ? assistantMessage(item.content)
        : inputMessage(item.role, item.content, imageUrl)
    case 'reasoning':
      return typeof item.encrypted_content === 'string' && item.encrypted_content.isWellFormed()
        ? [
            {
              type: 'reasoning',
              ...(item.id === undefined ? {} : { id: item.id }),
              summary: item.summary.map(({ type, text }) => ({ type, text: legalText(text) })),
              encrypted_content: item.encrypted_content,
              // The SDK's type asks for an id, which the API does not where the content is encrypted.
            } as ResponseInputItem,
          ]
        : []
    case 'function_call':
      return [call(item.call_id, item.name, legalArguments(item.arguments))]
    // Our requests offer no free-form and no built-in tool, and a call of a tool that is not offered may be refused.
    case 'custom_tool_call':
      return [call(item.call_id, item.name, JSON.stringify({ input: legalText(item.input) }))]
    case 'local_shell_call':
      return [call(item.call_id, 'local_shell', JSON.stringify({ command: item.action.command.map(legalText) }))]
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [
        {
          type: 'function_call_output',
          call_id: legalCallId(item.call_id),
          output: toolOutput(item, imageUrl),
        },
      ]
    case 'compaction':
      return item.encrypted_content.isWellFormed()
        ? [{ type: 'compaction', encrypted_content: item.encrypted_content }]
        : []
    case 'compact_boundary':
    case 'attachment':
      return inputMessage('user', [{ type: 'input_text', text: item.text }], imageUrl)
    // A search ran at the provider under an id that is only known there.
    case 'web_search_call':
    case 'ghost_snapshot':
    case 'progress':
    case 'unknown':
      return []
    default:
      return assertNever(item)
  }
}

const call = (callId: string, name: string, json: string): ResponseInputItem => ({
  type: 'function_call',
  call_id: legalCallId(callId),
  name: legalName(name),
  arguments: json,
})

const assistantMessage = (content: readonly ContentPart[]): ResponseInputItem[] => {
  const parts = content.flatMap((part) =>
    part.type === 'input_image' || part.text === ''
      ? []
      : [{ type: 'output_text' as const, text: legalText(part.text) }],
  )
  // The SDK's type asks for the id of a stored message; ours are not stored.
  return parts.length === 0 ? [] : [{ type: 'message', role: 'assistant', content: parts } as ResponseInputItem]
}

const inputMessage = (
  role: 'user' | 'developer' | 'system',
  content: readonly ContentPart[],
  imageUrl: ImageUrl,
): ResponseInputItem[] => {
  const parts = inputParts(content, imageUrl)
  return parts.length === 0 ? [] : [{ type: 'message', role, content: parts }]
}

type InputPart = ResponseInputText | ResponseInputImage

const inputParts = (content: readonly ContentPart[], imageUrl: ImageUrl): InputPart[] =>
  content.flatMap((part): InputPart[] => {
    if (part.type !== 'input_image') return part.text === '' ? [] : [inputText(part.text)]
    const url = imageUrl(part)
    return url === null
      ? [inputText(IMAGE_LOST)]
      : [{ type: 'input_image', image_url: url, detail: part.detail ?? 'auto' }]
  })

const inputText = (text: string): ResponseInputText => ({ type: 'input_text', text: legalText(text) })

const toolOutput = (item: ToolOutputItem, imageUrl: ImageUrl) =>
  typeof item.output === 'string' ? legalText(item.output) : inputParts(item.output, imageUrl)

/** The API refuses reasoning without the message or call it led to; an interrupted answer leaves such a piece behind. */
const withoutLoneReasoning = (items: readonly ResponseInputItem[]): ResponseInputItem[] => {
  const kept: ResponseInputItem[] = []
  for (const item of items.toReversed()) {
    const next = kept.at(-1)
    if (item.type !== 'reasoning' || (next !== undefined && isAnswer(next))) kept.push(item)
  }
  return kept.toReversed()
}

const isAnswer = (item: ResponseInputItem): boolean =>
  item.type === 'reasoning' || item.type === 'function_call' || ('role' in item && item.role === 'assistant')

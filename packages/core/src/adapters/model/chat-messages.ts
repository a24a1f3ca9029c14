/**
 * `HistoryItem` to the messages of a Chat Completions request. The calls of one answer stand in one assistant message and
 * their results right behind it, in the order of the calls, wherever the history has them. Thinking goes back only to a
 * server that sends it in the open, and only with the calls of the work under way: such models need it to go on.
 */
import {
  assertNever,
  type ContentPart,
  type HistoryItem,
  isToolOutput,
  type MessageItem,
  type ToolOutputItem,
  textOfOutput,
} from '@rawr/protocol'
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions/completions'
import type { ThinkingField } from './chat-reader.ts'
import { legalArguments, legalCallId, legalName, legalText } from './legal-text.ts'
import type { ImageUrl } from './responses-items.ts'

const IMAGE_LOST = '[image not available]'

export type ChatHistory = {
  readonly items: readonly HistoryItem[]
  readonly imageUrl: ImageUrl
  /** The field in which this server sends thinking in the open; `null` where it does not. */
  readonly thinkingField: ThinkingField | null
}

export const chatMessages = ({ items, imageUrl, thinkingField }: ChatHistory): ChatCompletionMessageParam[] => {
  const outputs = new Map(items.filter(isToolOutput).map((item) => [legalCallId(item.call_id), item]))
  const around: Around = { outputs, imageUrl, thinkingField }
  const workBegins = items.findLastIndex((item) => item.type === 'message' && item.meta.origin === 'user')
  const messages: ChatCompletionMessageParam[] = []
  let answer: Answer = { texts: [], calls: [], thoughts: [] }
  const closeAnswer = () => {
    messages.push(...answerMessages(answer, around))
    answer = { texts: [], calls: [], thoughts: [] }
  }
  for (const [at, item] of items.entries()) {
    const part = chatPart(item, imageUrl)
    switch (part.type) {
      case 'nothing':
        break
      case 'thought':
        closeAnswer()
        if (at > workBegins) answer.thoughts.push(part.text)
        break
      case 'text':
        // Text behind calls belongs to their answer: nothing may stand between calls and results.
        if (answer.calls.length === 0 && answer.texts.length > 0) closeAnswer()
        answer.texts.push(part.text)
        break
      case 'call':
        answer.calls.push(part.call)
        break
      case 'result':
        if (answer.calls.some(({ id }) => id === part.callId)) closeAnswer()
        break
      case 'input':
        closeAnswer()
        messages.push(part.message)
        break
      default:
        assertNever(part)
    }
  }
  closeAnswer()
  return messages
}

type Answer = {
  readonly texts: string[]
  readonly calls: ChatCompletionMessageFunctionToolCall[]
  readonly thoughts: string[]
}

type Part =
  | { readonly type: 'nothing' }
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly call: ChatCompletionMessageFunctionToolCall }
  | { readonly type: 'result'; readonly callId: string }
  | { readonly type: 'input'; readonly message: ChatCompletionMessageParam }

const NOTHING: Part = { type: 'nothing' }

const chatPart = (item: HistoryItem, imageUrl: ImageUrl): Part => {
  switch (item.type) {
    case 'message':
      return item.role === 'assistant' ? assistantPart(item.content) : inputPart(item, imageUrl)
    case 'function_call':
      return callPart(item.call_id, item.name, legalArguments(item.arguments))
    case 'custom_tool_call':
      return callPart(item.call_id, item.name, JSON.stringify({ input: legalText(item.input) }))
    case 'local_shell_call':
      return callPart(item.call_id, 'local_shell', JSON.stringify({ command: item.action.command.map(legalText) }))
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { type: 'result', callId: legalCallId(item.call_id) }
    case 'compact_boundary':
    case 'attachment':
      return item.text === '' ? NOTHING : userPart(legalText(item.text))
    case 'reasoning':
      // What is encrypted was thought for another server.
      return item.encrypted_content ? NOTHING : thoughtPart(item.summary.map(({ text }) => text).join('\n\n'))
    case 'compaction':
    case 'web_search_call':
    case 'ghost_snapshot':
    case 'progress':
    case 'unknown':
      return NOTHING
    default:
      return assertNever(item)
  }
}

const thoughtPart = (text: string): Part => (text === '' ? NOTHING : { type: 'thought', text: legalText(text) })

const callPart = (callId: string, name: string, json: string): Part => ({
  type: 'call',
  call: { id: legalCallId(callId), type: 'function', function: { name: legalName(name), arguments: json } },
})

const assistantPart = (content: readonly ContentPart[]): Part => {
  const text = content.flatMap((part) => (part.type === 'input_image' ? [] : [legalText(part.text)])).join('')
  return text === '' ? NOTHING : { type: 'text', text }
}

const userPart = (content: string | ChatCompletionContentPart[]): Part => ({
  type: 'input',
  message: { role: 'user', content },
})

const inputPart = (item: MessageItem, imageUrl: ImageUrl): Part => {
  const parts = contentParts(item.content, imageUrl)
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  if (parts.length === 0) return NOTHING
  // `developer` is OpenAI's own; every other server knows the older word.
  if (item.role !== 'user') return { type: 'input', message: { role: 'system', content: texts.join('\n') } }
  // Plain text goes as a string: some servers know no other form.
  return userPart(parts.length === 1 && texts.length === 1 ? (texts[0] ?? '') : parts)
}

const contentParts = (content: readonly ContentPart[], imageUrl: ImageUrl): ChatCompletionContentPart[] =>
  content.flatMap((part): ChatCompletionContentPart[] => {
    if (part.type !== 'input_image') return part.text === '' ? [] : [{ type: 'text', text: legalText(part.text) }]
    const url = imageUrl(part)
    if (url === null) return [{ type: 'text', text: IMAGE_LOST }]
    return [{ type: 'image_url', image_url: { url, ...(part.detail === undefined ? {} : { detail: part.detail }) } }]
  })

type Around = {
  readonly outputs: ReadonlyMap<string, ToolOutputItem>
  readonly imageUrl: ImageUrl
  readonly thinkingField: ThinkingField | null
}

const answerMessages = ({ texts, calls, thoughts }: Answer, around: Around): ChatCompletionMessageParam[] => {
  const text = texts.join('\n\n')
  if (calls.length === 0) return text === '' ? [] : [{ role: 'assistant', content: text }]
  const { thinkingField } = around
  const message: ChatCompletionAssistantMessageParam = {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: calls,
    ...(thinkingField === null || thoughts.length === 0 ? {} : { [thinkingField]: thoughts.join('\n\n') }),
  }
  const outputs = calls.flatMap(({ id }) => around.outputs.get(id) ?? [])
  const results = outputs.map((output) => ({
    role: 'tool' as const,
    tool_call_id: legalCallId(output.call_id),
    content: legalText(textOfOutput(output)),
  }))
  // A tool message holds text only: pictures follow the results of the whole answer.
  const images = outputs.flatMap((output) => outputImages(output, around.imageUrl))
  return [message, ...results, ...(images.length === 0 ? [] : [{ role: 'user' as const, content: images }])]
}

const outputImages = (item: ToolOutputItem, imageUrl: ImageUrl): ChatCompletionContentPart[] =>
  typeof item.output === 'string' ? [] : contentParts(item.output, imageUrl).filter((part) => part.type === 'image_url')

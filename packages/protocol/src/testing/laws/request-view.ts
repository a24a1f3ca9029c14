/**
 * A logged request body as the laws look at it: one list of entries, whichever of the two wire shapes it had. Reading is
 * strict; a body that has no such shape is a breach of L3, not an exception.
 */
import { z } from 'zod'
import type { Breach } from './breach.ts'

/** As sent: the bytes, their text, or the parsed value where only that was logged. */
export type RequestBody = Uint8Array | string | object

export type Entry =
  | {
      readonly kind: 'message'
      readonly role: 'system' | 'developer' | 'user' | 'assistant'
      /** One text a part. */
      readonly texts: readonly string[]
      readonly images: number
      readonly at: string
    }
  | { readonly kind: 'call'; readonly id: string; readonly arguments: string; readonly at: string }
  | {
      readonly kind: 'result'
      readonly id: string
      readonly texts: readonly string[]
      readonly images: number
      readonly at: string
    }
  /** Reasoning or a provider's compaction: content that only the provider can read. */
  | { readonly kind: 'opaque'; readonly content: string; readonly at: string }

export type RequestView = {
  readonly wire: 'responses' | 'chat'
  readonly entries: readonly Entry[]
  /** What is sent beside the entries: instructions and tool schemas. */
  readonly standing: readonly string[]
  /** The parsed body. */
  readonly value: object
  readonly bytes: () => number
}

export type Reading = { readonly view: RequestView | null; readonly breaches: readonly Breach[] }

export const readRequest = (body: RequestBody): Reading => {
  const parsed = parse(body)
  if (typeof parsed === 'string') return unreadable(parsed)
  const bytes = () => (body instanceof Uint8Array ? body.length : utf8.encode(textOf(body)).length)
  const responses = ResponsesBody.safeParse(parsed)
  if (responses.success) return { view: { ...responsesView(responses.data), value: parsed, bytes }, breaches: [] }
  const chat = ChatBody.safeParse(parsed)
  if (chat.success) return { view: { ...chatView(chat.data), value: parsed, bytes }, breaches: [] }
  const issue = ('messages' in parsed ? chat : responses).error.issues[0]
  return unreadable(`no request of either API: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
}

const utf8 = new TextEncoder()

const unreadable = (message: string): Reading => ({ view: null, breaches: [{ law: 'L3', at: 'body', message }] })

const textOf = (body: string | object): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** The value, or what is wrong with the text. */
const parse = (body: RequestBody): object | string => {
  if (typeof body === 'object' && !(body instanceof Uint8Array)) return body
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : 'the body is no JSON object'
  } catch (thrown) {
    return `the body is not valid UTF-8 and JSON: ${thrown instanceof Error ? thrown.message : ''}`
  }
}

const Part = z.looseObject({ type: z.string(), text: z.string().optional() })
const Content = z.union([z.string(), z.array(Part)])

const Item = z.union([
  z.object({ type: z.literal('function_call'), call_id: z.string(), arguments: z.string() }),
  z.object({ type: z.literal('custom_tool_call'), call_id: z.string(), input: z.string() }),
  z.object({ type: z.literal('local_shell_call'), call_id: z.string() }),
  z.object({ type: z.enum(['function_call_output', 'custom_tool_call_output']), call_id: z.string(), output: Content }),
  z.object({ type: z.enum(['reasoning', 'compaction']), encrypted_content: z.string().nullish() }),
  z.object({
    type: z.literal('message').optional(),
    role: z.enum(['system', 'developer', 'user', 'assistant']),
    content: Content,
  }),
])

const ResponsesBody = z.object({
  input: z.array(Item),
  instructions: z.string().nullish(),
  tools: z.array(z.unknown()).nullish(),
})

const Message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: Content.nullish(),
  tool_call_id: z.string().optional(),
  tool_calls: z
    .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
    .nullish(),
})

const ChatBody = z.object({ messages: z.array(Message), tools: z.array(z.unknown()).nullish() })

type Shape = Omit<RequestView, 'value' | 'bytes'>

const responsesView = ({ input, instructions, tools }: z.infer<typeof ResponsesBody>): Shape => ({
  wire: 'responses',
  entries: input.flatMap((item, index) => itemEntries(item, `input[${index}]`)),
  standing: [instructions ?? '', ...(tools ?? []).map((tool) => JSON.stringify(tool))],
})

const itemEntries = (item: z.infer<typeof Item>, at: string): Entry[] => {
  switch (item.type) {
    case 'function_call':
      return [{ kind: 'call', id: item.call_id, arguments: item.arguments, at }]
    // Free text and a built-in's action are no JSON text: an empty object stands for them.
    case 'custom_tool_call':
    case 'local_shell_call':
      return [{ kind: 'call', id: item.call_id, arguments: '{}', at }]
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [{ kind: 'result', id: item.call_id, ...partsOf(item.output), at }]
    case 'reasoning':
    case 'compaction':
      return item.encrypted_content ? [{ kind: 'opaque', content: item.encrypted_content, at }] : []
    case 'message':
    case undefined:
      return [{ kind: 'message', role: item.role, ...partsOf(item.content), at }]
  }
}

const chatView = ({ messages, tools }: z.infer<typeof ChatBody>): Shape => ({
  wire: 'chat',
  entries: messages.flatMap((message, index) => messageEntries(message, `messages[${index}]`)),
  standing: (tools ?? []).map((tool) => JSON.stringify(tool)),
})

const messageEntries = (message: z.infer<typeof Message>, at: string): Entry[] => {
  const parts = partsOf(message.content ?? '')
  if (message.role === 'tool') return [{ kind: 'result', id: message.tool_call_id ?? '', ...parts, at }]
  return [
    { kind: 'message', role: message.role, ...parts, at },
    ...(message.tool_calls ?? []).map(
      (call): Entry => ({ kind: 'call', id: call.id, arguments: call.function.arguments, at }),
    ),
  ]
}

const partsOf = (content: z.infer<typeof Content>): { readonly texts: readonly string[]; readonly images: number } => {
  if (typeof content === 'string') return { texts: content === '' ? [] : [content], images: 0 }
  return {
    texts: content.flatMap(({ text }) => (text === undefined ? [] : [text])),
    images: content.filter(({ type }) => type.includes('image')).length,
  }
}

/**
 * What a strict provider refuses, written down from the public documentation of both APIs and sharing nothing with the code
 * that builds requests: orphans, unanswered calls, wrong roles and fields, arguments that are no JSON, what does not fit.
 */
import { z } from 'zod'
import { type Answer, http } from './provider-server.ts'

/** Bytes that count as one token, as coarse as a provider is exact. */
const BYTES_PER_TOKEN = 4

export type Strictness = {
  /** Above it the window's own error is answered. */
  readonly windowTokens?: number
  /** Above it 413 is answered. */
  readonly bodyBytesMax?: number
  /** Asks a refused request's own question, so that a test can add to the rules; a sentence refuses. */
  readonly alsoRefuse?: (body: unknown) => string | null
}

/** The answer, unless the request is refused. */
export const strictly =
  (answer: Answer, strictness: Strictness = {}): Answer =>
  (response, sent) => {
    const refusal = refusalOf(sent.body, strictness)
    return refusal === null ? answer(response, sent) : refusal(response, sent)
  }

const refusalOf = (body: unknown, { windowTokens, bodyBytesMax, alsoRefuse }: Strictness): Answer | null => {
  const bytes = Buffer.byteLength(JSON.stringify(body))
  if (bodyBytesMax !== undefined && bytes > bodyBytesMax)
    return http(413, { error: { message: `Request body of ${bytes} bytes exceeds ${bodyBytesMax}` } })
  const fault = faultOf(body) ?? alsoRefuse?.(body) ?? null
  if (fault !== null) return http(400, { error: { message: fault, type: 'invalid_request_error', code: null } })
  const tokens = Math.ceil(bytes / BYTES_PER_TOKEN)
  if (windowTokens === undefined || tokens <= windowTokens) return null
  const message = `This model's maximum context length is ${windowTokens} tokens. However, your messages resulted in ${tokens} tokens.`
  return http(400, { error: { message, type: 'invalid_request_error', code: 'context_length_exceeded' } })
}

/** What is wrong with a body, in one sentence; `null` where nothing is. */
export const faultOf = (body: unknown): string | null => {
  const api = z.looseObject({ messages: z.unknown().optional() }).safeParse(body)
  if (!api.success) return 'the body is no JSON object'
  const text = JSON.stringify(body)
  // Megabytes of images are searched only where there can be something to find.
  if (
    text.includes('\\ud') &&
    /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}/i.test(text)
  )
    return 'the body holds half a character'
  return api.data.messages === undefined ? responsesFault(body) : chatFault(body)
}

const shapeFault = (schema: z.ZodType, body: unknown): string | null => {
  const read = schema.safeParse(body)
  if (read.success) return null
  const issue = read.error.issues[0]
  return `Invalid value at ${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? ''}`
}

const Json = z.string().refine((text) => isObject(text), 'arguments are no JSON object')
const Id = z.string().min(1).max(64)
const Name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)
const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const InputText = z.strictObject({ type: z.literal('input_text'), text: z.string().min(1) })
const InputImage = z.strictObject({
  type: z.literal('input_image'),
  image_url: z.string().regex(/^(data:image\/|https?:)/),
  detail: z.enum(['auto', 'low', 'high']),
})
const OutputText = z.strictObject({ type: z.literal('output_text'), text: z.string().min(1) })

const Item = z.union([
  z.strictObject({
    type: z.literal('message'),
    role: z.enum(['user', 'developer', 'system']),
    content: z.array(z.union([InputText, InputImage])).min(1),
  }),
  z.strictObject({ type: z.literal('message'), role: z.literal('assistant'), content: z.array(OutputText).min(1) }),
  z.strictObject({
    type: z.literal('reasoning'),
    id: Id.optional(),
    summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
    encrypted_content: z.string().min(1),
  }),
  z.strictObject({ type: z.literal('function_call'), call_id: Id, name: Name, arguments: Json }),
  z.strictObject({
    type: z.literal('function_call_output'),
    call_id: Id,
    output: z.union([z.string(), z.array(z.union([InputText, InputImage])).min(1)]),
  }),
  z.strictObject({ type: z.literal('compaction'), encrypted_content: z.string().min(1) }),
])

const Tool = z.strictObject({
  type: z.literal('function'),
  name: Name,
  description: z.string(),
  parameters: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().optional(),
})

const ResponsesBody = z.strictObject({
  model: z.string().min(1),
  instructions: z.string(),
  input: z.array(Item).min(1),
  tools: z.array(Tool).min(1).optional(),
  tool_choice: z.enum(['auto', 'none']).optional(),
  parallel_tool_calls: z.boolean().optional(),
  max_output_tokens: z.number().int().min(16).optional(),
  reasoning: z.strictObject({ effort: z.string(), summary: z.string() }).optional(),
  text: z.looseObject({}).optional(),
  include: z.array(z.literal('reasoning.encrypted_content')),
  prompt_cache_key: z.string().max(64),
  store: z.boolean(),
  stream: z.literal(true),
  previous_response_id: z.string().optional(),
})

const responsesFault = (body: unknown): string | null => {
  const shape = shapeFault(ResponsesBody, body)
  if (shape !== null) return shape
  const { input } = ResponsesBody.parse(body)
  const open = new Set<string>()
  const seen = new Set<string>()
  for (const [at, item] of input.entries()) {
    if (item.type === 'function_call') {
      if (seen.has(item.call_id)) return `Duplicate call_id ${item.call_id}`
      seen.add(item.call_id)
      open.add(item.call_id)
    }
    if (item.type === 'function_call_output' && !open.delete(item.call_id))
      return `No tool call found for function call output with call_id ${item.call_id}.`
    if (item.type === 'reasoning' && !leadsOn(input[at + 1]))
      return `Item of type 'reasoning' was provided without its required following item.`
  }
  return open.size === 0 ? null : `No tool output found for function call ${[...open][0]}.`
}

const leadsOn = (next: z.infer<typeof Item> | undefined): boolean =>
  next !== undefined &&
  (next.type === 'reasoning' || next.type === 'function_call' || (next.type === 'message' && next.role === 'assistant'))

const ChatPart = z.union([
  z.strictObject({ type: z.literal('text'), text: z.string().min(1) }),
  z.strictObject({
    type: z.literal('image_url'),
    image_url: z.strictObject({ url: z.string().regex(/^(data:image\/|https?:)/), detail: z.string().optional() }),
  }),
])

const Call = z.strictObject({
  id: Id,
  type: z.literal('function'),
  function: z.strictObject({ name: Name, arguments: Json }),
})

const Message = z.union([
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.union([z.string().min(1), z.array(ChatPart).min(1)]) }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: Id, content: z.string() }),
  z
    .strictObject({
      role: z.literal('assistant'),
      content: z.string().min(1).nullable(),
      tool_calls: z.array(Call).min(1).optional(),
      reasoning_content: z.string().optional(),
      reasoning: z.string().optional(),
    })
    .refine(({ content, tool_calls }) => content !== null || tool_calls !== undefined, 'an empty answer'),
])

const ChatBody = z.strictObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  tools: z
    .array(z.strictObject({ type: z.literal('function'), function: Tool.omit({ type: true }) }))
    .min(1)
    .optional(),
  tool_choice: z.enum(['auto', 'none']).optional(),
  max_tokens: z.number().int().positive().optional(),
  max_completion_tokens: z.number().int().positive().optional(),
  reasoning_effort: z.string().optional(),
  response_format: z.looseObject({ type: z.string() }).optional(),
  prompt_cache_key: z.string().max(64).optional(),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
})

const chatFault = (body: unknown): string | null => {
  const shape = shapeFault(ChatBody, body)
  if (shape !== null) return shape
  const { messages } = ChatBody.parse(body)
  if (messages.length < 2) return 'nothing is asked'
  let open = new Set<string>()
  const seen = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id))
        return "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
      continue
    }
    if (open.size > 0) return `tool_call_ids did not have response messages: ${[...open].join(', ')}`
    if (message.role !== 'assistant') continue
    for (const { id } of message.tool_calls ?? []) {
      if (seen.has(id)) return `Duplicate tool call id ${id}`
      seen.add(id)
    }
    open = new Set(message.tool_calls?.map(({ id }) => id))
  }
  return open.size === 0 ? null : `tool_call_ids did not have response messages: ${[...open].join(', ')}`
}

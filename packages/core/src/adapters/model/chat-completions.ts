/** The Chat Completions API: request body and stream reader, for OpenAI's server and the many that are nearly like it. */

import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions/completions'
import { z } from 'zod'
import type { ModelItem, SamplingRequest } from '../../ports/model-client.ts'
import { chatMessages } from './chat-messages.ts'
import { wordsOf } from './fault.ts'
import { legalText } from './legal-text.ts'
import { orGarbage } from './responses.ts'
import type { ImageUrl } from './responses-items.ts'
import type { Reader, Reading } from './sample-stream.ts'
import { chatUsage } from './usage.ts'

export const chatBody = (request: SamplingRequest, imageUrl: ImageUrl): ChatCompletionCreateParamsStreaming => ({
  model: request.model,
  messages: [{ role: 'system', content: legalText(request.instructions) }, ...chatMessages(request.items, imageUrl)],
  ...(request.tools.length === 0
    ? {}
    : {
        tools: request.tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          function: { name, description, parameters },
        })),
        tool_choice: request.toolChoice,
      }),
  ...(request.maxOutputTokens === undefined ? {} : { max_tokens: request.maxOutputTokens }),
  ...(request.reasoningEffort === undefined
    ? {}
    : // The SDK lists the efforts of its day; the server knows which it has.
      { reasoning_effort: request.reasoningEffort as 'medium' }),
  ...(request.outputSchema === undefined
    ? {}
    : { response_format: { type: 'json_schema' as const, json_schema: request.outputSchema } }),
  stream: true,
  stream_options: { include_usage: true },
})

const CallDelta = z.object({
  index: z.number().int().nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
})

const Delta = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  /** The two words open-weight servers use for thinking. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z.array(CallDelta).nullish(),
})

const Chunk = z.object({
  choices: z
    .array(z.object({ delta: Delta.nullish(), message: Delta.nullish(), finish_reason: z.string().nullish() }))
    .nullish(),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
})

type CallIds = (id: string | null | undefined) => string

type OpenCall = { id: string; name: string; arguments: string }

/** What arrived so far. `order` gives each item of the answer its index by first appearance. */
type Answer = {
  text: string
  reasoning: string
  readonly calls: Map<number, OpenCall>
  readonly order: string[]
  finish: string | null
  usage: unknown
}

export const chatReader = (callIds: CallIds): Reader => {
  const answer: Answer = { text: '', reasoning: '', calls: new Map(), order: [], finish: null, usage: null }

  const read = (event: unknown): Reading[] => {
    const chunk = Chunk.parse(event)
    if (chunk.error) return [{ type: 'fault', fault: { type: 'reported', ...wordsOf(event) } }]
    answer.usage = chunk.usage ?? answer.usage
    return (chunk.choices ?? []).slice(0, 1).flatMap((choice) => {
      answer.finish = choice.finish_reason ?? answer.finish
      return takeDelta(answer, choice.delta ?? choice.message ?? {})
    })
  }

  // Usage comes behind the reason to stop, so the answer is whole only when the stream ends.
  const end = (): Reading[] =>
    answer.finish === null
      ? [{ type: 'fault', fault: { type: 'cut', received: 'part' } }]
      : [...finished(answer, callIds), { type: 'completed', usage: chatUsage(answer.usage), stop: stopOf(answer) }]

  return { read: (event) => orGarbage(() => read(event)), end }
}

const takeDelta = (answer: Answer, delta: z.infer<typeof Delta>): Reading[] => {
  const readings: Reading[] = []
  const thought = delta.reasoning_content ?? delta.reasoning
  if (thought) {
    answer.reasoning += thought
    readings.push({ type: 'reasoning_delta', index: indexOf(answer, 'reasoning'), text: thought })
  }
  const text = delta.content || delta.refusal
  if (text) {
    answer.text += text
    readings.push({ type: 'text_delta', index: indexOf(answer, 'text'), text })
  }
  for (const part of delta.tool_calls ?? []) takeCall(answer, part)
  return readings
}

const takeCall = (answer: Answer, part: z.infer<typeof CallDelta>): void => {
  const at = part.index ?? openCallIndex(answer, part.id)
  const call = answer.calls.get(at) ?? { id: '', name: '', arguments: '' }
  indexOf(answer, `call ${at}`)
  answer.calls.set(at, {
    id: part.id || call.id,
    name: call.name + (part.function?.name ?? ''),
    arguments: call.arguments + (part.function?.arguments ?? ''),
  })
}

/** Without an index, a new id begins a new call and no id goes on with the last one. */
const openCallIndex = (answer: Answer, id: string | null | undefined): number => {
  const last = answer.calls.size - 1
  if (last < 0) return 0
  return id && answer.calls.get(last)?.id !== id ? last + 1 : last
}

const indexOf = (answer: Answer, name: string): number => {
  const at = answer.order.indexOf(name)
  return at >= 0 ? at : answer.order.push(name) - 1
}

const finished = (answer: Answer, callIds: CallIds): Reading[] =>
  answer.order.flatMap((name, index): Reading[] => {
    const item = itemOf(answer, name, callIds)
    return item === null ? [] : [{ type: 'item_done', index, item }]
  })

const itemOf = (answer: Answer, name: string, callIds: CallIds): ModelItem | null => {
  if (name === 'text') return { type: 'message', text: answer.text }
  if (name === 'reasoning') return { type: 'reasoning', summary: [answer.reasoning] }
  const call = answer.calls.get(Number(name.slice('call '.length)))
  // Half a call must not run.
  if (call === undefined || call.name === '' || (answer.finish === 'length' && !isJson(call.arguments))) return null
  return { type: 'function_call', name: call.name, arguments: call.arguments, callId: callIds(call.id) }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const stopOf = ({ finish, calls }: Answer) => {
  if (finish === 'length' || finish === 'content_filter') return finish
  return calls.size > 0 ? 'tool_calls' : 'end'
}

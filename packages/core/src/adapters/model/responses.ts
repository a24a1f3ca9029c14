/** The Responses API: request body and stream reader. Nothing is stored at the provider; reasoning comes back encrypted. */

import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses'
import { z } from 'zod'
import type { ModelItem, SamplingRequest } from '../../ports/model-client.ts'
import { wordsOf } from './fault.ts'
import { legalCacheKey, legalText } from './legal-text.ts'
import { type ImageUrl, responsesItems } from './responses-items.ts'
import type { Reader, Reading } from './sample-stream.ts'
import { responsesUsage } from './usage.ts'

export const responsesBody = (request: SamplingRequest, imageUrl: ImageUrl): ResponseCreateParamsStreaming => ({
  model: request.model,
  instructions: legalText(request.instructions),
  input: responsesItems(request.items, imageUrl),
  ...(request.tools.length === 0
    ? {}
    : {
        tools: request.tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          name,
          description,
          parameters,
          strict: false,
        })),
        tool_choice: request.toolChoice,
        parallel_tool_calls: true,
      }),
  ...(request.maxOutputTokens === undefined ? {} : { max_output_tokens: request.maxOutputTokens }),
  ...(request.reasoningEffort === undefined
    ? {}
    : // The SDK lists the efforts of its day; the server knows which it has.
      { reasoning: { effort: request.reasoningEffort as 'medium', summary: 'auto' as const } }),
  ...(request.outputSchema === undefined
    ? {}
    : { text: { format: { type: 'json_schema' as const, ...request.outputSchema, strict: false } } }),
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: legalCacheKey(request.cacheKey),
  store: false,
  stream: true,
})

const index = { output_index: z.number().int() }
const Delta = z.object({ ...index, delta: z.string() })
const SummaryPart = z.object({ ...index, summary_index: z.number().int() })
const OutputText = z.object({ text: z.string().optional(), refusal: z.string().optional() })

const OutputItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), content: z.array(OutputText).nullish() }),
  z.object({
    type: z.literal('reasoning'),
    id: z.string().nullish(),
    summary: z.array(OutputText).nullish(),
    content: z.array(OutputText).nullish(),
    encrypted_content: z.string().nullish(),
  }),
  z.object({
    type: z.literal('function_call'),
    name: z.string(),
    arguments: z.string().nullish(),
    call_id: z.string().nullish(),
    status: z.string().nullish(),
  }),
])

const Final = z.object({
  response: z.object({
    output: z.array(z.unknown()).nullish(),
    usage: z.unknown().optional(),
    error: z.unknown().optional(),
    incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  }),
})

type CallIds = (id: string | null | undefined) => string

export const responsesReader = (callIds: CallIds): Reader => {
  const done = new Set<number>()
  let hasCalls = false

  const finish = (output: unknown, at: number): Reading[] => {
    const item = OutputItem.safeParse(output)
    // Kinds of output we did not ask for have nothing to say to us.
    if (done.has(at) || !item.success) return []
    done.add(at)
    const said = modelItem(item.data, callIds)
    if (said === null) return []
    hasCalls ||= said.type === 'function_call'
    return [{ type: 'item_done', index: at, item: said }]
  }

  const complete = (event: unknown, cutShort: boolean): Reading[] => {
    const { response } = Final.parse(event)
    const missing = (response.output ?? []).flatMap((item, at) => finish(item, at))
    const reason = response.incomplete_details?.reason
    const stop = cutShort
      ? reason === 'content_filter'
        ? 'content_filter'
        : 'length'
      : hasCalls
        ? 'tool_calls'
        : 'end'
    return [...missing, { type: 'completed', usage: responsesUsage(response.usage), stop }]
  }

  const read = (event: unknown): Reading[] => {
    const type = Tagged.parse(event).type
    switch (type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return [textDelta(Delta.parse(event))]
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return [{ ...textDelta(Delta.parse(event)), type: 'reasoning_delta' }]
      case 'response.reasoning_summary_part.added': {
        const { output_index, summary_index } = SummaryPart.parse(event)
        return summary_index === 0 ? [] : [{ type: 'reasoning_delta', index: output_index, text: '\n\n' }]
      }
      case 'response.output_item.done': {
        const { output_index, item } = z.object({ ...index, item: z.unknown().optional() }).parse(event)
        return finish(item, output_index)
      }
      case 'response.completed':
      case 'response.incomplete':
        return complete(event, type === 'response.incomplete')
      case 'response.failed':
        return [reported(Final.parse(event).response.error)]
      case 'error':
        return [reported(event)]
      default:
        return []
    }
  }
  return { read: (event) => orGarbage(() => read(whole(event))), end: () => [CUT] }
}

const Tagged = z.object({ type: z.string() })

const CUT: Reading = { type: 'fault', fault: { type: 'cut', received: 'part' } }

const reported = (error: unknown): Reading => ({ type: 'fault', fault: { type: 'reported', ...wordsOf(error) } })

const textDelta = ({ output_index, delta }: z.infer<typeof Delta>) =>
  ({ type: 'text_delta', index: output_index, text: delta }) as const

/** An answer in one piece is its own last event. */
const whole = (event: unknown): unknown => {
  const response = z.looseObject({ object: z.literal('response'), status: z.string().nullish() }).safeParse(event)
  if (!response.success) return event
  return { type: `response.${response.data.status ?? 'completed'}`, response: response.data }
}

/** An event of a known type without its fields is as bad as a line that is no JSON. */
export const orGarbage = (read: () => Reading[]): Reading[] => {
  try {
    return read()
  } catch (thrown) {
    if (!(thrown instanceof z.ZodError)) throw thrown
    const where = thrown.issues[0]?.path.join('.') ?? ''
    return [{ type: 'fault', fault: { type: 'garbage', detail: `an event without a proper ${where || 'shape'}` } }]
  }
}

const modelItem = (item: z.infer<typeof OutputItem>, callIds: CallIds): ModelItem | null => {
  switch (item.type) {
    case 'message':
      return { type: 'message', text: textsOf(item.content).join('') }
    case 'reasoning':
      return {
        type: 'reasoning',
        ...(item.id ? { id: item.id } : {}),
        summary: item.summary?.length ? textsOf(item.summary) : textsOf(item.content),
        ...(item.encrypted_content ? { encryptedContent: item.encrypted_content } : {}),
      }
    case 'function_call':
      // Half a call must not run.
      if (item.status === 'incomplete') return null
      return {
        type: 'function_call',
        name: item.name,
        arguments: item.arguments ?? '',
        callId: callIds(item.call_id),
      }
  }
}

const textsOf = (parts: readonly z.infer<typeof OutputText>[] | null | undefined): string[] =>
  (parts ?? []).map(({ text, refusal }) => text ?? refusal ?? '')

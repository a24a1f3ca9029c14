/** The stream of the Responses API. */
import { z } from 'zod'
import type { ModelItem } from '../../ports/model-client.ts'
import { wordsOf } from './fault.ts'
import { type CallIds, CUT, orGarbage, type Reader, type Reading } from './reading.ts'
import { responsesUsage } from './usage.ts'

const index = { output_index: z.number().int() }
const Tagged = z.object({ type: z.string() })
const ItemDone = z.object({ ...index, item: z.unknown().optional() })
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

/** What arrived so far. */
type Answer = {
  /** Items that stand as a whole, by their place in the output. */
  readonly done: Set<number>
  /** Text of messages, for servers that never send the whole item. */
  readonly heard: Map<number, string>
  hasCalls: boolean
}

export const responsesReader = (callIds: CallIds): Reader => {
  const answer: Answer = { done: new Set(), heard: new Map(), hasCalls: false }
  return { read: (event) => orGarbage(() => readEvent(answer, whole(event), callIds)), end: () => [CUT] }
}

const readEvent = (answer: Answer, event: unknown, callIds: CallIds): Reading[] => {
  const { type } = Tagged.parse(event)
  switch (type) {
    case 'response.output_text.delta':
    case 'response.refusal.delta': {
      const { output_index, delta } = Delta.parse(event)
      answer.heard.set(output_index, (answer.heard.get(output_index) ?? '') + delta)
      return [{ type: 'text_delta', index: output_index, text: delta }]
    }
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta': {
      const { output_index, delta } = Delta.parse(event)
      return [{ type: 'reasoning_delta', index: output_index, text: delta }]
    }
    case 'response.reasoning_summary_part.added': {
      const { output_index, summary_index } = SummaryPart.parse(event)
      return summary_index === 0 ? [] : [{ type: 'reasoning_delta', index: output_index, text: '\n\n' }]
    }
    case 'response.output_item.done': {
      const { output_index, item } = ItemDone.parse(event)
      return finish(answer, { output: item, at: output_index, callIds })
    }
    case 'response.completed':
    case 'response.incomplete':
      return complete(answer, { response: Final.parse(event).response, isCut: type === 'response.incomplete', callIds })
    case 'response.failed':
      return [reported(Final.parse(event).response.error)]
    case 'error':
      return [reported(event)]
    // Progress that says nothing new, and kinds of output we did not ask for.
    default:
      return []
  }
}

type Finished = { readonly output: unknown; readonly at: number; readonly callIds: CallIds }

const finish = (answer: Answer, { output, at, callIds }: Finished): Reading[] => {
  const item = OutputItem.safeParse(output)
  if (answer.done.has(at) || !item.success) return []
  answer.done.add(at)
  const said = modelItem(item.data, callIds)
  if (said === null) return []
  answer.hasCalls ||= said.type === 'function_call'
  return [{ type: 'item_done', index: at, item: said }]
}

type Completed = {
  readonly response: z.infer<typeof Final>['response']
  readonly isCut: boolean
  readonly callIds: CallIds
}

const complete = (answer: Answer, { response, isCut, callIds }: Completed): Reading[] => {
  const late = (response.output ?? []).flatMap((output, at) => finish(answer, { output, at, callIds }))
  const heard = [...answer.heard].flatMap(([at, text]): Reading[] =>
    answer.done.has(at) ? [] : [{ type: 'item_done', index: at, item: { type: 'message', text } }],
  )
  const whole = answer.hasCalls ? 'tool_calls' : 'end'
  const cut = response.incomplete_details?.reason === 'content_filter' ? 'content_filter' : 'length'
  return [...late, ...heard, { type: 'completed', usage: responsesUsage(response.usage), stop: isCut ? cut : whole }]
}

const reported = (error: unknown): Reading => ({ type: 'fault', fault: { type: 'reported', ...wordsOf(error) } })

/** An answer in one piece is its own last event. */
const whole = (event: unknown): unknown => {
  const response = z.looseObject({ object: z.literal('response'), status: z.string().nullish() }).safeParse(event)
  if (!response.success) return event
  return { type: `response.${response.data.status ?? 'completed'}`, response: response.data }
}

const modelItem = (item: z.infer<typeof OutputItem>, callIds: CallIds): ModelItem | null => {
  switch (item.type) {
    case 'message':
      return item.content?.length ? { type: 'message', text: textsOf(item.content).join('') } : null
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

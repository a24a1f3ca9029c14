/** The stream of Chat Completions, as OpenAI sends it and as the many servers do that are nearly like it. */
import { z } from 'zod'
import type { ModelItem } from '../../ports/model-client.ts'
import { wordsOf } from './fault.ts'
import { type CallIds, CUT, orGarbage, type Reader, type Reading } from './reading.ts'
import { chatUsage } from './usage.ts'

const CallDelta = z.object({
  index: z.number().int().nullish(),
  id: z.string().nullish(),
  /** Arguments come as text; some servers send the object itself. */
  function: z
    .object({
      name: z.string().nullish(),
      arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
    })
    .nullish(),
})

/** Text, or parts of which some are thinking (Mistral). */
const Content = z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])

const Delta = z.object({
  content: Content.nullish(),
  refusal: z.string().nullish(),
  /** The two words open-weight servers use for thinking. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z.array(CallDelta).nullish(),
})

const Choice = z.object({
  delta: Delta.nullish(),
  /** In an answer that comes in one piece. */
  message: Delta.nullish(),
  finish_reason: z.string().nullish(),
  error: z.unknown().optional(),
})

const Chunk = z.object({
  choices: z.array(Choice).nullish(),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
})

type Passed = { readonly arguments: string; readonly callId: string }

type OpenCall = { id: string; name: string; arguments: string }

/** What arrived so far. `order` gives each item of the answer its index by first appearance. */
type Answer = {
  text: string
  reasoning: string
  readonly calls: OpenCall[]
  /** The call that a piece with this index goes on with. */
  readonly slots: Map<number, number>
  readonly order: string[]
  /** Calls that were passed on as whole because another one began, as they were then. */
  readonly passed: Map<number, Passed>
  finish: string | null
  usage: unknown
}

export type ChatReaderParts = {
  readonly callIds: CallIds
  /** Told the field in which a server sends its thinking. */
  readonly onThinking: (field: ThinkingField) => void
}

export type ThinkingField = 'reasoning_content' | 'reasoning'

export const chatReader = ({ callIds, onThinking }: ChatReaderParts): Reader => {
  const answer: Answer = {
    text: '',
    reasoning: '',
    calls: [],
    slots: new Map(),
    order: [],
    passed: new Map(),
    finish: null,
    usage: null,
  }

  const read = (event: unknown): Reading[] => {
    const chunk = Chunk.parse(event)
    if (chunk.error) return [{ type: 'fault', fault: { type: 'reported', ...wordsOf(event) } }]
    answer.usage = chunk.usage ?? answer.usage
    return (chunk.choices ?? []).slice(0, 1).flatMap((choice) => {
      const fault = faultOf(choice)
      if (fault !== null) return [fault]
      answer.finish = choice.finish_reason ?? answer.finish
      const delta = choice.delta ?? choice.message ?? {}
      if (delta.reasoning_content) onThinking('reasoning_content')
      else if (delta.reasoning) onThinking('reasoning')
      return [...takeDelta(answer, delta), ...wholeCalls(answer, callIds)]
    })
  }

  // Usage comes behind the reason to stop, so the answer is whole only when the stream ends.
  const end = (): Reading[] =>
    answer.finish === null
      ? [CUT]
      : [...finished(answer, callIds), { type: 'completed', usage: chatUsage(answer.usage), stop: stopOf(answer) }]

  return { read: (event) => orGarbage(() => read(event)), end }
}

/** Reasons to stop that are errors: a router's, a full window, a server out of resources. */
const FAULTY_STOPS: ReadonlySet<unknown> = new Set([
  'error',
  'model_context_window_exceeded',
  'insufficient_system_resource',
])

const faultOf = ({ finish_reason, error }: z.infer<typeof Choice>): Reading | null => {
  if (error) return { type: 'fault', fault: { type: 'reported', ...wordsOf({ error }) } }
  if (!FAULTY_STOPS.has(finish_reason)) return null
  return { type: 'fault', fault: { type: 'reported', code: finish_reason ?? '', message: '' } }
}

const takeDelta = (answer: Answer, delta: z.infer<typeof Delta>): Reading[] => {
  const readings: Reading[] = []
  const thought = delta.reasoning_content ?? delta.reasoning
  if (thought) {
    answer.reasoning += thought
    readings.push({ type: 'reasoning_delta', index: indexOf(answer, 'reasoning'), text: thought })
  }
  const text = textOf(delta.content) || delta.refusal
  if (text) {
    answer.text += text
    readings.push({ type: 'text_delta', index: indexOf(answer, 'text'), text })
  }
  for (const part of delta.tool_calls ?? []) takeCall(answer, part)
  return readings
}

const textOf = (content: z.infer<typeof Content> | null | undefined): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('')

const takeCall = (answer: Answer, part: z.infer<typeof CallDelta>): void => {
  const slot = part.index ?? NO_INDEX
  const open = answer.slots.get(slot)
  const at = open === undefined || beginsAnother(answer.calls[open], part) ? answer.calls.length : open
  const call = answer.calls[at] ?? { id: '', name: '', arguments: '' }
  const { name, arguments: json } = part.function ?? {}
  answer.slots.set(slot, at)
  indexOf(answer, `call ${at}`)
  answer.calls[at] = {
    id: part.id || call.id,
    name: call.name + (name ?? ''),
    arguments: call.arguments + (typeof json === 'object' && json !== null ? JSON.stringify(json) : (json ?? '')),
  }
}

const NO_INDEX = -1

/** Some servers give every call the index 0, or none: another id begins another call, and so does a name without index. */
const beginsAnother = (open: OpenCall | undefined, part: z.infer<typeof CallDelta>): boolean => {
  if (open === undefined) return true
  if (part.id && open.id !== '' && part.id !== open.id) return true
  return typeof part.index !== 'number' && !part.id && Boolean(part.function?.name) && open.name !== ''
}

const indexOf = (answer: Answer, name: string): number => {
  const at = answer.order.indexOf(name)
  return at >= 0 ? at : answer.order.push(name) - 1
}

/** Behind a call that stands before another one nothing more comes, except from servers that write at several at once. */
const wholeCalls = (answer: Answer, callIds: CallIds): Reading[] =>
  answer.calls.slice(0, -1).flatMap((call, at): Reading[] => {
    if (answer.passed.has(at) || call.name === '' || !isJson(call.arguments)) return []
    const callId = callIds(call.id)
    answer.passed.set(at, { arguments: call.arguments, callId })
    const item = { type: 'function_call', name: call.name, arguments: call.arguments, callId } as const
    return [{ type: 'item_done', index: indexOf(answer, `call ${at}`), item }]
  })

const finished = (answer: Answer, callIds: CallIds): Reading[] =>
  answer.order.flatMap((name, index): Reading[] => {
    const item = itemOf(answer, name, callIds)
    return item === null ? [] : [{ type: 'item_done', index, item }]
  })

const itemOf = (answer: Answer, name: string, callIds: CallIds): ModelItem | null => {
  if (name === 'text') return { type: 'message', text: answer.text }
  if (name === 'reasoning') return { type: 'reasoning', summary: [answer.reasoning] }
  const at = Number(name.slice('call '.length))
  const call = answer.calls[at]
  const passed = answer.passed.get(at)
  if (passed !== undefined && passed.arguments === call?.arguments) return null
  // Half a call must not run.
  if (call === undefined || call.name === '' || (answer.finish === 'length' && !isJson(call.arguments))) return null
  return {
    type: 'function_call',
    name: call.name,
    arguments: call.arguments,
    callId: passed?.callId ?? callIds(call.id),
  }
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
  return calls.length > 0 ? 'tool_calls' : 'end'
}

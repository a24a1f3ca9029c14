/**
 * Asks the model for the words of a compaction, beside the conversation: the live prefix byte for byte, tools in the
 * schema but refused, and our question behind it. Whatever goes wrong costs the words; the facts need no model.
 */
import { ANSWER_TOKENS_MAX, askNarrative, type Narrative, pastOf, readAnswer, visibleItems } from '@rawr/compaction'
import type { CondenseKind } from '@rawr/prompts'
import {
  assertNever,
  type CompactOptions,
  type Settings,
  type Strategy,
  summaryV1Schema,
  type ThreadId,
} from '@rawr/protocol'
import { stampItem, textDraft } from '../engine/item-draft.ts'
import { type Gauge, usageOf } from '../engine/limits.ts'
import type { Clock } from '../ports/clock.ts'
import type { IdSource } from '../ports/id-source.ts'
import type { ModelClient, ModelEvent, SamplingRequest, ToolSpec } from '../ports/model-client.ts'
import { type Patience, samplePatiently } from './patient-model.ts'
import type { ThreadRecord } from './record.ts'

export type CondenseDeps = {
  /** `null`: none is configured. */
  readonly model: ModelClient | null
  readonly threadId: ThreadId
  readonly record: ThreadRecord
  readonly gauge: () => Gauge
  readonly settings: Settings
  readonly instructions: string
  readonly specs: readonly ToolSpec[]
  readonly clock: Clock
  readonly ids: Pick<IdSource, 'chance'>
}

export type CondenseAsk = {
  readonly kind: CondenseKind
  readonly options: CompactOptions
  readonly signal: AbortSignal
}

export type Condensed = {
  readonly narrative: Narrative | null
  /** Why there are no words. */
  readonly why: string | null
  readonly inputTokens: number
  readonly outputTokens: number
}

const NOTHING: Condensed = { narrative: null, why: null, inputTokens: 0, outputTokens: 0 }

/** The strategies that want a model's words; `null` for the others. */
export const condenseKindOf = (strategy: Strategy): CondenseKind | null => {
  switch (strategy) {
    case 'full':
    case 'inline':
    case 'hierarchical':
      return strategy
    case 'auto':
    case 'micro':
    case 'extractive':
    case 'remote':
      return null
    default:
      return assertNever(strategy)
  }
}

/** A schema is strict, and a second try with a stronger instruction often fits it. */
const TRIES: Readonly<Record<CondenseKind, number>> = { full: 1, inline: 1, hierarchical: 2 }

export const condense = async (deps: CondenseDeps, ask: CondenseAsk): Promise<Condensed> => {
  const { model, record } = deps
  if (model === null) return { ...NOTHING, why: 'no model is configured or reachable' }
  const past = pastOf(record.history())
  let [inputTokens, outputTokens] = [0, 0]
  let complaint: string | undefined
  for (let tries = 0; tries < TRIES[ask.kind]; tries += 1) {
    const request = requestOf(deps, ask, complaint)
    const { windowTokens } = deps.gauge()
    const used = usageOf(deps.gauge()).used_tokens
    if (used + (request.maxOutputTokens ?? 0) > windowTokens)
      return { ...NOTHING, why: 'the conversation is too large to be read once more' }
    const answer = await answerTo(
      { ...deps, model, retriesMax: deps.settings.provider.max_retries },
      request,
      ask.signal,
    )
    inputTokens += answer.inputTokens
    outputTokens += answer.outputTokens
    if (answer.kind === 'failed') return { ...NOTHING, inputTokens, outputTokens, why: answer.message }
    const read = readAnswer({ kind: ask.kind, text: answer.text, stop: answer.stop, past, inputTokens: used })
    if (read.ok) return { narrative: read.value, why: null, inputTokens, outputTokens }
    complaint = read.error.message
  }
  return { ...NOTHING, inputTokens, outputTokens, why: complaint ?? 'the model did not answer' }
}

/** Thinking before the summary counts as output too. */
const THINKING_TOKENS = 4_000

const requestOf = (deps: CondenseDeps, { kind, options }: CondenseAsk, complaint?: string): SamplingRequest => {
  const { record, settings, specs, instructions, threadId, clock } = deps
  const history = record.history()
  const { model, compact } = settings
  const text = askNarrative(history, { kind, focus: options.focus, prompt: options.prompt, complaint })
  return {
    model: options.model ?? compact.summarization_model ?? model.name ?? '',
    instructions,
    items: [
      ...visibleItems(history),
      stampItem(textDraft('synthetic', text), { id: record.nextItemId(), at: clock.now() }),
    ],
    tools: specs,
    toolChoice: 'none',
    maxOutputTokens: ANSWER_TOKENS_MAX[kind] + THINKING_TOKENS,
    ...(model.reasoning_effort === undefined ? {} : { reasoningEffort: model.reasoning_effort }),
    ...(kind === 'hierarchical' ? { outputSchema: { name: 'summary_v1', schema: summaryV1Schema() } } : {}),
    cacheKey: threadId,
  }
}

type Answer = { readonly inputTokens: number; readonly outputTokens: number } & (
  | {
      readonly kind: 'answered'
      readonly text: string
      readonly stop: Extract<ModelEvent, { type: 'completed' }>['stop']
    }
  | { readonly kind: 'failed'; readonly message: string }
)

const answerTo = async (patience: Patience, request: SamplingRequest, signal: AbortSignal): Promise<Answer> => {
  const said: string[] = []
  for (const event of await samplePatiently(patience, request, signal)) {
    if (event.type === 'item_done' && event.item.type === 'message') said.push(event.item.text)
    if (event.type === 'failed') return failed(event.failure.message)
    if (event.type === 'completed') {
      const { usage, stop } = event
      const spent = { inputTokens: usage?.input_tokens ?? 0, outputTokens: usage?.output_tokens ?? 0 }
      return { ...spent, kind: 'answered', text: said.join('\n'), stop }
    }
  }
  return failed('The answer ended without saying that it was complete.')
}

const failed = (message: string): Answer => ({ kind: 'failed', message, inputTokens: 0, outputTokens: 0 })

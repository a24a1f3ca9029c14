/**
 * Asks the model for the words of a compaction, beside the conversation: the live prefix byte for byte, tools in the
 * schema but refused, and our question behind it. Whatever goes wrong costs the words; the facts need no model.
 */
import { ANSWER_TOKENS_MAX, askNarrative, type Narrative, pastOf, readAnswer, visibleItems } from '@rawr/compaction'
import type { CondenseKind } from '@rawr/prompts'
import {
  assertNever,
  type CompactOptions,
  err,
  type Settings,
  type Strategy,
  summaryV1Schema,
  type ThreadId,
  type Trigger,
} from '@rawr/protocol'
import { withoutImages } from '../engine/body-bytes.ts'
import { stampItem, textDraft } from '../engine/item-draft.ts'
import { type Gauge, usageOf } from '../engine/limits.ts'
import type { Clock } from '../ports/clock.ts'
import type { IdSource } from '../ports/id-source.ts'
import type { ModelClient, ModelEvent, ModelFailure, SamplingRequest, ToolSpec } from '../ports/model-client.ts'
import { fencedItems } from './fenced-items.ts'
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
  readonly windowOf?: (model: string) => Promise<number | null>
}

export type CondenseAsk = {
  readonly kind: CondenseKind
  readonly options: CompactOptions
  /** The watcher's compactions may have a model of their own. */
  readonly trigger: Trigger
  readonly signal: AbortSignal
}

export type Condensed = {
  readonly narrative: Narrative | null
  /** Why there are no words. */
  readonly why: string | null
  /** What the provider condensed for itself. */
  readonly remoteContent?: string
  /** Which models were passed over, and why. */
  readonly note?: string
  readonly inputTokens: number
  readonly outputTokens: number
}

export const NOTHING_CONDENSED: Condensed = { narrative: null, why: null, inputTokens: 0, outputTokens: 0 }

/** The strategies that want a model's words; `null` for the others. */
export const condenseKindOf = (strategy: Strategy): CondenseKind | null => {
  switch (strategy) {
    case 'auto':
      return 'narrative'
    case 'full':
    case 'inline':
    case 'hierarchical':
      return strategy
    case 'micro':
    case 'extractive':
    case 'remote':
      return null
    default:
      return assertNever(strategy)
  }
}

/** A schema is strict, and a second try with a stronger instruction often fits it. */
const TRIES: Readonly<Record<CondenseKind, number>> = { narrative: 1, full: 1, inline: 1, hierarchical: 2 }

/** Asks one model after the other until one gives words; each that was passed over is named. */
export const condense = async (deps: CondenseDeps, ask: CondenseAsk): Promise<Condensed> => {
  const passed: string[] = []
  let [inputTokens, outputTokens] = [0, 0]
  const models = modelsFor(deps.settings, ask)
  for (const [index, model] of models.entries()) {
    const { outcome, isModelsFault } = await condenseWith(deps, ask, model)
    inputTokens += outcome.inputTokens
    outputTokens += outcome.outputTokens
    const spent = { ...outcome, inputTokens, outputTokens }
    const note = passed.length === 0 ? {} : { note: `${passed.join('; ')}; ${model} was asked` }
    if (!isModelsFault || index === models.length - 1) return { ...spent, ...note }
    passed.push(`${model} could not be used: ${outcome.why}`)
  }
  return NOTHING_CONDENSED
}

/** In order: of this call, of the watcher's compactions, of compactions, of the thread. */
const modelsFor = (settings: Settings, { options, trigger }: CondenseAsk): readonly string[] => {
  const { compact, model, rawr_auto_compaction } = settings
  const watchers = trigger === 'auto_watcher' ? rawr_auto_compaction.compaction_model : undefined
  const wanted = [options.model, watchers, compact.summarization_model, model.name ?? '']
  return [...new Set(wanted.filter((name) => name !== undefined))]
}

/** The watcher's compactions may think and say more or less than the thread does. */
const wishesFor = ({ model, rawr_auto_compaction }: Settings, trigger: Trigger) => {
  const { compaction_reasoning_effort, compaction_verbosity } = rawr_auto_compaction
  return trigger === 'auto_watcher'
    ? { effort: compaction_reasoning_effort ?? model.reasoning_effort, verbosity: compaction_verbosity }
    : { effort: model.reasoning_effort, verbosity: undefined }
}

type OneModel = {
  readonly outcome: Condensed
  /** Another model may do what this one could not: it is too small, unknown or refused. */
  readonly isModelsFault: boolean
}

const condenseWith = async (deps: CondenseDeps, ask: CondenseAsk, name: string): Promise<OneModel> => {
  const { model, record } = deps
  const none = (why: string, spent: Partial<Condensed> = {}, isModelsFault = false): OneModel => ({
    outcome: { ...NOTHING_CONDENSED, ...spent, why },
    isModelsFault,
  })
  if (model === null) return none('no model is configured or reachable')
  const past = pastOf(record.history())
  let [inputTokens, outputTokens] = [0, 0]
  let complaint: string | undefined
  const windowTokens = await windowFor(deps, name)
  for (let tries = 0; tries < TRIES[ask.kind]; tries += 1) {
    const request = requestOf(deps, ask, { name, complaint })
    const used = usageOf(deps.gauge()).used_tokens
    if (used + (request.maxOutputTokens ?? 0) > windowTokens)
      return none('the conversation is too large to be read once more')
    const answer = await answerTo(
      { ...deps, model, retriesMax: deps.settings.provider.max_retries },
      request,
      ask.signal,
    )
    inputTokens += answer.inputTokens
    outputTokens += answer.outputTokens
    const spent = { inputTokens, outputTokens }
    if (answer.kind === 'failed') return none(answer.message, spent, answer.isModelsFault)
    const read = readAnswer({ kind: ask.kind, text: answer.text, stop: answer.stop, past, inputTokens: used })
    if (read.ok) return { outcome: { ...spent, narrative: read.value, why: null }, isModelsFault: false }
    complaint = read.error.message
  }
  return none(complaint ?? 'the model did not answer', { inputTokens, outputTokens })
}

/** Each model has a limit of its own: what caps the thread does not cap the one that is to make it smaller. */
const windowFor = async ({ gauge, settings, windowOf }: CondenseDeps, name: string): Promise<number> => {
  const { windowTokens } = gauge()
  if (name === settings.model.name || windowOf === undefined) return windowTokens
  return (await windowOf(name)) ?? windowTokens
}

/** The provider's own compaction of what the model sees now. */
export const condenseRemotely = async (deps: CondenseDeps, signal: AbortSignal): Promise<Condensed> => {
  const { model, record, settings, instructions, specs, threadId } = deps
  if (model === null) return { ...NOTHING_CONDENSED, why: 'no model is configured or reachable' }
  if (model.compact === undefined) return { ...NOTHING_CONDENSED, why: 'the provider has no compaction of its own' }
  const request: SamplingRequest = {
    model: settings.model.name ?? '',
    instructions,
    items: fencedItems(visibleItems(record.history())),
    tools: specs,
    toolChoice: 'none',
    cacheKey: threadId,
  }
  const answer = await model.compact(request, signal).catch((cause: unknown) => err({ message: String(cause) }))
  if (!answer.ok) return { ...NOTHING_CONDENSED, why: answer.error.message }
  const { encryptedContent, inputTokens, outputTokens } = answer.value
  return { narrative: null, why: null, remoteContent: encryptedContent, inputTokens, outputTokens }
}

/** Thinking before the summary counts as output too. */
const THINKING_TOKENS = 4_000

type Try = { readonly name: string; readonly complaint: string | undefined }

const requestOf = (
  deps: CondenseDeps,
  { kind, options, trigger }: CondenseAsk,
  { name, complaint }: Try,
): SamplingRequest => {
  const { record, settings, specs, instructions, threadId, clock } = deps
  const history = record.history()
  const { effort, verbosity } = wishesFor(settings, trigger)
  const text = askNarrative(history, { kind, focus: options.focus, prompt: options.prompt, complaint })
  return {
    model: name,
    instructions,
    items: [
      // A picture says nothing that the words around it do not, and may not fit beside the question.
      ...withoutImages(fencedItems(visibleItems(history))),
      stampItem(textDraft('synthetic', text), { id: record.nextItemId(), at: clock.now() }),
    ],
    tools: specs,
    toolChoice: 'none',
    maxOutputTokens: ANSWER_TOKENS_MAX[kind] + THINKING_TOKENS,
    ...(effort === undefined ? {} : { reasoningEffort: effort }),
    ...(verbosity === undefined ? {} : { verbosity }),
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
  | { readonly kind: 'failed'; readonly message: string; readonly isModelsFault: boolean }
)

/** A client that falls over costs the words, as everything else does; never the session. */
const answerTo = async (patience: Patience, request: SamplingRequest, signal: AbortSignal): Promise<Answer> => {
  try {
    return await readWords(patience, request, signal)
  } catch (error) {
    return failed({ kind: 'stream_cut', message: error instanceof Error ? error.message : String(error) })
  }
}

const readWords = async (patience: Patience, request: SamplingRequest, signal: AbortSignal): Promise<Answer> => {
  const said: string[] = []
  for (const event of await samplePatiently(patience, request, signal)) {
    if (event.type === 'item_done' && event.item.type === 'message') said.push(event.item.text)
    if (event.type === 'failed') return failed(event.failure)
    if (event.type === 'completed') {
      const { usage, stop } = event
      const spent = { inputTokens: usage?.input_tokens ?? 0, outputTokens: usage?.output_tokens ?? 0 }
      return { ...spent, kind: 'answered', text: said.join('\n'), stop }
    }
  }
  return failed({ kind: 'stream_cut', message: 'The answer ended without saying that it was complete.' })
}

/** Of this model, not of the way to it. */
const MODELS_FAULTS: readonly ModelFailure['kind'][] = ['overflow', 'not_found', 'refused', 'too_large']

const failed = ({ kind, message }: Pick<ModelFailure, 'kind' | 'message'>): Answer => ({
  kind: 'failed',
  message,
  isModelsFault: MODELS_FAULTS.includes(kind),
  inputTokens: 0,
  outputTokens: 0,
})

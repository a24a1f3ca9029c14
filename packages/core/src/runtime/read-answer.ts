/** One turn's requests to the model: built from the history as it stands, answered as an event of the turn machine. */
import { visibleItems } from '@rawr/compaction'
import {
  CallId,
  type FunctionCallItem,
  type ItemId,
  type Origin,
  type RequestId,
  type SubmissionId,
  type TokenUsage,
} from '@rawr/protocol'
import type { ItemDraft } from '../engine/item-draft.ts'
import { answerRoom, isNearlyFull, usageOf } from '../engine/limits.ts'
import type { TurnEvent } from '../engine/turn/state.ts'
import { isTrustworthy, sumOfUsage, withReport } from '../engine/usage-ledger.ts'
import type { ModelFailure, ModelItem, SamplingRequest } from '../ports/model-client.ts'
import { fencedItems } from './fenced-items.ts'
import { planCall } from './plan-call.ts'
import type { NamedCall, ToolRuns } from './run-tools.ts'
import { messageDraft, type Sampling, type SamplingOutcome, startSampling } from './sample.ts'
import type { SessionParts } from './session-parts.ts'

export type AnswerReader = {
  sample(requestId: RequestId): void
  abort(): void
  partial(): readonly ItemDraft[]
  /** `token_count` with what the last request cost, where the provider said. */
  reportUsage(): void
}

export type AnswerScope = {
  readonly submissionId: SubmissionId
  /** Every call of the turn, by id; filled here. */
  readonly calls: Map<CallId, NamedCall>
  /** A packet turn runs no tool; the schemas stay, for the provider's cache. */
  readonly mayCall: boolean
  /** `packet`: what is written serves a compaction, and leaves the view with it. */
  readonly answers: Extract<Origin, 'assistant' | 'packet'>
  /** Its one file is all that it may write, and nobody is asked about it. */
  readonly writesNotes: boolean
  readonly tools: Pick<ToolRuns, 'prepare' | 'drop'>
}

export const openAnswerReader = (parts: SessionParts, scope: AnswerScope): AnswerReader => {
  let sampling: Sampling | null = null
  let usage: TokenUsage | null = null
  let estimatedInput = 0
  let sentBytes = 0
  const sample = (requestId: RequestId) => {
    const { deps, record, outbox, broken } = parts
    const answer = (outcome: SamplingOutcome): void => {
      sampling = null
      usage = outcome.kind === 'completed' ? outcome.usage : null
      if (outcome.kind === 'completed') parts.bodyLimit.taken(sentBytes)
      if (outcome.kind === 'failed' || CUT_SHORT.includes(outcome.stop)) scope.tools.drop()
      parts.postTurn(eventOf(parts, scope, { requestId, outcome }))
    }
    const { staticTokens, visibleTokens } = parts.gauge()
    estimatedInput = staticTokens + visibleTokens
    const { model, clock } = deps
    const { submissionId } = scope
    if (model === null) return answer(NO_MODEL)
    const { request, bytes } = requestOf(parts, scope)
    sentBytes = bytes
    parts.prefix.sent(request, record.rewrites())
    sampling = startSampling({
      model,
      request,
      submissionId,
      outbox,
      clock,
      nextItemId: record.nextItemId,
      draftOf: (item, id) => draftOf(parts, item, id),
      onItem: headStart(parts, scope),
      onConceded: (message) => parts.noteOnce(message, submissionId),
      answer,
      broken,
    })
  }
  return {
    sample,
    abort: () => {
      sampling?.abort()
      sampling = null
      scope.tools.drop()
    },
    partial: () => sampling?.partial() ?? [],
    reportUsage: () => reportUsage(parts, scope.submissionId, { usage, estimatedInput }),
  }
}

const CUT_SHORT: readonly string[] = ['length', 'content_filter']

/**
 * Calls that change nothing and need no yes are begun while the rest of the answer streams in, up to the first other one:
 * behind that one they might read what it is about to change.
 */
const headStart = (parts: SessionParts, { mayCall, writesNotes, tools }: AnswerScope): ((draft: ItemDraft) => void) => {
  let isOpen = mayCall && !writesNotes
  return ({ body }) => {
    if (!isOpen || body.type !== 'function_call') return
    const call = namedCall(body)
    const { alone, ask } = planCall(parts.deps, call)
    isOpen = !alone && ask === null
    if (isOpen) tools.prepare(call)
  }
}

const NO_MODEL: SamplingOutcome = {
  kind: 'failed',
  failure: {
    kind: 'refused',
    message: 'No model is configured: set OPENAI_API_KEY or provider.base_url.',
    transient: false,
  },
}

type Built = { readonly request: SamplingRequest; readonly bytes: number }

const requestOf = (parts: SessionParts, { mayCall, submissionId }: AnswerScope): Built => {
  const { deps, record, specs, instructions } = parts
  const { model } = deps.settings
  const { items, imagesLeftOut, bytes } = parts.bodyLimit.fit(fencedItems(visibleItems(record.history())))
  if (imagesLeftOut > 0) parts.noteOnce(leftOut(parts, imagesLeftOut), submissionId)
  const request: SamplingRequest = {
    model: model.name ?? '',
    instructions,
    items,
    tools: specs,
    toolChoice: mayCall ? 'auto' : 'none',
    ...answerLimit(parts),
    ...(model.reasoning_effort === undefined ? {} : { reasoningEffort: model.reasoning_effort }),
    cacheKey: deps.threadId,
  }
  return { request, bytes }
}

const leftOut = ({ bodyLimit }: SessionParts, count: number): string =>
  `${count} older images are left out of the requests: the provider takes at most ${bodyLimit.bytesMax()} bytes in one.`

/** As much as was set, as far as the window leaves room; a limit of nothing is none. */
const answerLimit = ({ deps, gauge }: SessionParts): Pick<SamplingRequest, 'maxOutputTokens'> => {
  const { model, compact } = deps.settings
  const { max_output_tokens } = model
  if (max_output_tokens === undefined || max_output_tokens === 0) return {}
  return { maxOutputTokens: Math.min(max_output_tokens, answerRoom(gauge(), compact.token_safety_multiplier)) }
}

const draftOf = (parts: SessionParts, item: ModelItem, id: ItemId): ItemDraft => {
  switch (item.type) {
    case 'message':
      return messageDraft(item.text, id)
    case 'reasoning':
      return {
        id,
        origin: 'assistant',
        body: {
          type: 'reasoning',
          ...(item.id === undefined ? {} : { id: item.id }),
          summary: item.summary.map((text) => ({ type: 'summary_text', text: text.toWellFormed() })),
          ...(item.encryptedContent === undefined ? {} : { encrypted_content: item.encryptedContent }),
        },
      }
    case 'function_call': {
      const { name } = item
      const call_id = uniqueCallId(parts, item.callId)
      return {
        id,
        origin: 'assistant',
        body: { type: 'function_call', name, arguments: item.arguments.toWellFormed(), call_id },
      }
    }
  }
}

/** Some servers number calls anew in every answer; pairs need ids that are unique in the thread (L1). */
const uniqueCallId = ({ record, deps }: SessionParts, proposed: string): CallId => {
  const parsed = CallId.safeParse(proposed)
  return parsed.success && !record.hasCall(proposed) ? parsed.data : deps.ids.call()
}

type Answered = { readonly requestId: RequestId; readonly outcome: SamplingOutcome }

const eventOf = (
  parts: SessionParts,
  { calls, answers, mayCall, writesNotes }: AnswerScope,
  { requestId, outcome }: Answered,
): TurnEvent => {
  const { clock, ids } = parts.deps
  const fresh = { requestId, at: clock.now(), timerId: ids.request(), chance: ids.chance() }
  const nearlyFull = isNearlyFull(parts.gauge())
  if (outcome.kind === 'failed')
    return { type: 'sampling_failed', failure: withoutImagesNext(parts, outcome.failure), nearlyFull, ...fresh }
  const said = outcome.items.filter(saysSomething).map((draft) => ({ ...draft, origin: answers }))
  const items = withUniqueCalls(parts, said)
  const named = items.flatMap(({ body }) => (body.type === 'function_call' ? [namedCall(body)] : []))
  for (const call of named) calls.set(call.callId, call)
  const message = items.map(messageText).findLast((text) => text !== null) ?? null
  const planned = named.map((call) =>
    writesNotes || !mayCall ? { callId: call.callId, alone: true, ask: null } : planCall(parts.deps, call),
  )
  return { type: 'answered', answer: { items, calls: planned, message, stop: outcome.stop, nearlyFull }, ...fresh }
}

/** A body that was too large is made again without its older images, before anything is compacted. */
const withoutImagesNext = ({ bodyLimit, record }: SessionParts, failure: ModelFailure): ModelFailure => {
  if (failure.kind !== 'too_large') return failure
  const items = visibleItems(record.history())
  const before = bodyLimit.fit(items).imagesLeftOut
  bodyLimit.refused(items)
  return { ...failure, transient: bodyLimit.fit(items).imagesLeftOut > before }
}

const namedCall = (body: Pick<FunctionCallItem, 'call_id' | 'name' | 'arguments'>): NamedCall => ({
  callId: body.call_id,
  name: body.name,
  arguments: body.arguments,
})

/** Two calls of one answer with the same id. */
const withUniqueCalls = ({ deps }: SessionParts, items: readonly ItemDraft[]): readonly ItemDraft[] => {
  const seen = new Set<CallId>()
  return items.map((draft) => {
    if (draft.body.type !== 'function_call') return draft
    const call_id = seen.has(draft.body.call_id) ? deps.ids.call() : draft.body.call_id
    seen.add(call_id)
    return { ...draft, body: { ...draft.body, call_id } }
  })
}

const saysSomething = (draft: ItemDraft): boolean => draft.body.type !== 'message' || messageText(draft) !== null

const messageText = ({ body }: ItemDraft): string | null => {
  if (body.type !== 'message') return null
  const text = body.content.map((part) => (part.type === 'input_image' ? '' : part.text)).join('\n')
  return text.trim() === '' ? null : text
}

type Report = { readonly usage: TokenUsage | null; readonly estimatedInput: number }

/** The figure told is the one the log will be read back to: the report is folded in first, then shown. */
export const reportUsage = (
  parts: SessionParts,
  submissionId: SubmissionId | null,
  { usage, estimatedInput }: Report,
): void => {
  const { record, outbox } = parts
  const now = parts.gauge()
  const { total } = record.ledger()
  const spent = usage === null ? total : sumOfUsage(total, usage)
  const isTrusted = usage !== null && isTrustworthy(usage, estimatedInput, record.ledger().anchor)
  const ledger = isTrusted ? withReport(record.ledger(), usage, now.visibleTokens) : now.ledger
  const last = isTrusted ? { last: usage } : {}
  outbox.emit({ type: 'token_count', usage: usageOf({ ...now, ledger }), ...last, total: spent }, submissionId)
  parts.warn(usage === null || isTrusted ? null : { usage, estimatedInput }, submissionId)
}

/**
 * Drives the model client through one request: gives items their ids, passes pieces on a little bundled, and answers once,
 * with the whole or with a failure. What arrives after an abort is dropped.
 */
import type { ItemId, SubmissionId, TokenUsage } from '@rawr/protocol'
import type { ItemDraft } from '../engine/item-draft.ts'
import type { Clock } from '../ports/clock.ts'
import type { ModelClient, ModelEvent, ModelFailure, ModelItem, SamplingRequest } from '../ports/model-client.ts'
import type { Outbox, StreamPiece } from './outbox.ts'

/** Pieces are told at most this often; a person does not see the difference, a socket does. */
const BUNDLE_MS = 30

/** A bundle larger than this goes at once, UTF-16 units. */
const BUNDLE_LENGTH_MAX = 4_096

export type SamplingOutcome =
  | {
      readonly kind: 'completed'
      readonly items: readonly ItemDraft[]
      readonly usage: TokenUsage | null
      readonly stop: Extract<ModelEvent, { type: 'completed' }>['stop']
    }
  | { readonly kind: 'failed'; readonly failure: ModelFailure }

export type Sampling = {
  /** Messages that had streamed in so far: what is worth keeping of an answer that ends here. */
  partial(): readonly ItemDraft[]
  /** Nothing is told or answered afterwards. */
  abort(): void
}

export type SamplingDeps = {
  readonly model: ModelClient
  readonly request: SamplingRequest
  readonly submissionId: SubmissionId | null
  readonly outbox: Outbox
  readonly clock: Clock
  readonly nextItemId: () => ItemId
  /** The item as it enters the history; `call_id`s become unique here. */
  readonly draftOf: (item: ModelItem, id: ItemId) => ItemDraft
  /** An item of the answer is whole; the answer may still fail. */
  readonly onItem: (draft: ItemDraft) => void
  /** The provider does not take all that was said. */
  readonly onConceded: (message: string) => void
  readonly answer: (outcome: SamplingOutcome) => void
  /** The log refused what had to be written. */
  readonly broken: (error: unknown) => void
}

type Open = { readonly id: ItemId; readonly type: StreamPiece['type']; text: string; pending: string }

export const startSampling = (deps: SamplingDeps): Sampling => {
  const { outbox, clock } = deps
  const controller = new AbortController()
  const open = new Map<number, Open>()
  const done = new Map<number, ItemDraft>()
  let cancelFlush: (() => void) | null = null

  const flush = (): void => {
    cancelFlush?.()
    cancelFlush = null
    for (const item of open.values()) {
      if (item.pending === '') continue
      const text = item.pending
      item.pending = ''
      outbox.stream({ type: item.type, itemId: item.id, text, submissionId: deps.submissionId })
    }
  }
  const onDelta = (index: number, type: StreamPiece['type'], text: string): void => {
    const item = open.get(index) ?? { id: deps.nextItemId(), type, text: '', pending: '' }
    open.set(index, item)
    item.text += text
    item.pending += text
    if (item.pending.length >= BUNDLE_LENGTH_MAX) flush()
    else cancelFlush ??= clock.after(BUNDLE_MS, flush)
  }
  const endStreams = (): void => {
    cancelFlush?.()
    cancelFlush = null
    for (const { id } of open.values()) outbox.endStream(id)
  }
  const onEvent = (event: ModelEvent): SamplingOutcome | null => {
    switch (event.type) {
      case 'text_delta':
        onDelta(event.index, 'agent_message_delta', event.text)
        return null
      case 'reasoning_delta':
        onDelta(event.index, 'agent_reasoning_delta', event.text)
        return null
      case 'item_done': {
        const draft = deps.draftOf(event.item, open.get(event.index)?.id ?? deps.nextItemId())
        done.set(event.index, draft)
        deps.onItem(draft)
        return null
      }
      case 'conceded':
        deps.onConceded(event.message)
        return null
      case 'completed':
        return { kind: 'completed', items: inOrder(done), usage: event.usage, stop: event.stop }
      case 'failed':
        return { kind: 'failed', failure: event.failure }
    }
  }
  const run = async (): Promise<void> => {
    const outcome = await outcomeOf(
      () => deps.model.sample(deps.request, controller.signal),
      (event) => (controller.signal.aborted ? ABORTED : onEvent(event)),
    )
    if (controller.signal.aborted) return
    if (outcome.kind === 'completed') flush()
    endStreams()
    deps.answer(outcome)
  }
  run().catch(deps.broken)
  return {
    partial: () => inOrder(partialMessages(open, done)),
    abort: () => {
      if (controller.signal.aborted) return
      controller.abort()
      endStreams()
    },
  }
}

const inOrder = (items: ReadonlyMap<number, ItemDraft>): readonly ItemDraft[] =>
  [...items].sort(([a], [b]) => a - b).map(([, item]) => item)

/** Reasoning goes: providers refuse it without what followed it. Calls go: they did not run. */
const partialMessages = (
  open: ReadonlyMap<number, Open>,
  done: ReadonlyMap<number, ItemDraft>,
): ReadonlyMap<number, ItemDraft> => {
  const kept = new Map([...done].filter(([, { body }]) => body.type === 'message'))
  for (const [index, { id, type, text }] of open)
    if (!done.has(index) && type === 'agent_message_delta' && text !== '') kept.set(index, messageDraft(text, id))
  return kept
}

export const messageDraft = (text: string, id: ItemId): ItemDraft => ({
  id,
  origin: 'assistant',
  body: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: text.toWellFormed() }] },
})

const ABORTED: SamplingOutcome = {
  kind: 'failed',
  failure: { kind: 'aborted', message: 'The request was aborted.', transient: false },
}

const outcomeOf = async (
  open: () => AsyncIterable<ModelEvent>,
  take: (event: ModelEvent) => SamplingOutcome | null,
): Promise<SamplingOutcome> => {
  try {
    for await (const event of open()) {
      const outcome = take(event)
      if (outcome !== null) return outcome
    }
  } catch (error) {
    return garbage(`The model client failed: ${error instanceof Error ? error.message : String(error)}`)
  }
  return garbage('The answer ended without saying that it was complete.')
}

const garbage = (message: string): SamplingOutcome => ({
  kind: 'failed',
  failure: { kind: 'garbage', message, transient: true },
})

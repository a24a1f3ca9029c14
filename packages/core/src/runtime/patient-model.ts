/**
 * A model whose transient failures are tried again: for questions beside the conversation, where nobody watches the answer
 * stream and an attempt that failed leaves nothing behind. Pauses and bounds are those of a turn.
 */
import { decideRetry } from '../engine/turn/retry.ts'
import type { Clock } from '../ports/clock.ts'
import type { IdSource } from '../ports/id-source.ts'
import type { ModelClient, ModelEvent, ModelFailure, SamplingRequest } from '../ports/model-client.ts'

export type Patience = {
  readonly model: ModelClient
  readonly clock: Clock
  readonly ids: Pick<IdSource, 'chance'>
  /** Repeats of a failed request at most. */
  readonly retriesMax: number
}

export const samplePatiently = async (
  { model, clock, ids, retriesMax }: Patience,
  request: SamplingRequest,
  signal: AbortSignal,
): Promise<readonly ModelEvent[]> => {
  let pausesSet = 0
  for (let failures = 1; ; failures += 1) {
    const { events, failure } = await attempt(model, request, signal)
    if (failure === null || signal.aborted) return events
    if (failure.retryAfterMs !== undefined) pausesSet += 1
    const retry = decideRetry({ failure, failures, pausesSet, retriesMax, ...NO_WAITING, chance: ids.chance() })
    if (retry.kind === 'give_up') return events
    await pause(clock, retry.delayMs, signal)
    if (signal.aborted) return events
  }
}

/** Nobody looks on: a connection that is gone is not waited for. */
const NO_WAITING = { offlineMs: null, offlineMsMax: 0 } as const

type Attempt = { readonly events: readonly ModelEvent[]; readonly failure: ModelFailure | null }

const attempt = async (model: ModelClient, request: SamplingRequest, signal: AbortSignal): Promise<Attempt> => {
  const events: ModelEvent[] = []
  for await (const event of model.sample(request, signal)) {
    events.push(event)
    if (event.type === 'failed') return { events, failure: event.failure }
    if (event.type === 'completed') break
  }
  return { events, failure: null }
}

/** Over at once where the question is stopped. */
const pause = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const cancel = clock.after(ms, resolve)
    const stop = (): void => {
      cancel()
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })

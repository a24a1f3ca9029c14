/** When a failed request is tried again: decided from the failure, the number of failures in a row and one chance. */
import type { AbortReason, Millis } from '@rawr/protocol'
import type { SamplingFailure } from './state.ts'

/** No setting allows more repeats than this. */
export const RETRIES_MAX = 5

const FIRST_DELAY_MS = 200
const JITTER = 0.1

/** A server that asks for a longer pause than this is not worth waiting for without asking the person. */
export const RETRY_AFTER_MAX_MS = 300_000

export type Retry = { readonly kind: 'again'; readonly delayMs: Millis } | { readonly kind: 'give_up' }

export type RetryQuestion = {
  readonly failure: SamplingFailure
  /** Failed requests in a row, this one included, from 1. */
  readonly failures: number
  readonly retriesMax: number
  /** Uniform in [0, 1). */
  readonly chance: number
}

export const decideRetry = ({ failure, failures, retriesMax, chance }: RetryQuestion): Retry => {
  if (!failure.transient || failures > Math.min(retriesMax, RETRIES_MAX)) return { kind: 'give_up' }
  if (failure.retryAfterMs !== undefined && failure.retryAfterMs > RETRY_AFTER_MAX_MS) return { kind: 'give_up' }
  return { kind: 'again', delayMs: failure.retryAfterMs ?? retryDelayMs(failures, chance) }
}

/** 200 ms × 2^(n−1) ± 10 %. */
export const retryDelayMs = (failures: number, chance: number): Millis =>
  Math.round(FIRST_DELAY_MS * 2 ** (failures - 1) * (1 - JITTER + 2 * JITTER * chance))

/** The named outcome of a request nobody tries again. */
export const abortReasonOf = (failure: SamplingFailure): AbortReason => {
  switch (failure.kind) {
    case 'unreachable':
    case 'rate_limited':
    case 'server_error':
      return 'provider_unreachable'
    case 'unauthorized':
    case 'not_found':
    case 'refused':
      return 'provider_refused'
    case 'overflow':
    case 'too_large':
      return 'context_exhausted'
    default:
      return 'model_failed'
  }
}

/** Statuses that may be an overflow in words no table knows. */
const OVERFLOW_STATUSES: readonly (number | undefined)[] = [400, 413]

export const isOverflow = (failure: SamplingFailure, nearlyFull: boolean): boolean =>
  failure.kind === 'overflow' ||
  failure.kind === 'too_large' ||
  (failure.kind === 'refused' && nearlyFull && OVERFLOW_STATUSES.includes(failure.status))

/** When a failed request is made again: decided from the failure, the number of failures in a row and one chance. */
import type { Millis } from '@rawr/protocol'
import { faultRow } from './fault-table.ts'
import type { SamplingFailure } from './state.ts'

/** No setting allows more repeats than this; waiting for a lost connection is none. */
export const RETRIES_MAX = 5

const FIRST_DELAY_MS = 200
const JITTER = 0.1

/** A lost connection is tried again after this, doubled up to {@link OFFLINE_DELAY_MAX_MS}. */
const OFFLINE_DELAY_MS = 5_000
const OFFLINE_DELAY_MAX_MS = 60_000

/** A server that asks for a longer pause than this is not worth waiting for without asking the person. */
export const RETRY_AFTER_MAX_MS = 300_000

export type Retry = { readonly kind: 'again' | 'offline'; readonly delayMs: Millis } | { readonly kind: 'give_up' }

export type RetryQuestion = {
  readonly failure: SamplingFailure
  /** Failed requests in a row, this one included, from 1. */
  readonly failures: number
  /** Those of them after which the server itself said how long to wait. */
  readonly pausesSet: number
  readonly retriesMax: number
  /** How long a connection that once worked has been gone; `null` where it is there, or never was. */
  readonly offlineMs: Millis | null
  readonly offlineMsMax: Millis
  /** Uniform in [0, 1). */
  readonly chance: number
}

export const decideRetry = (question: RetryQuestion): Retry => {
  const { failure, failures, pausesSet, chance } = question
  const retriesMax = Math.min(question.retriesMax, RETRIES_MAX)
  if (!failure.transient) return { kind: 'give_up' }
  if (failure.retryAfterMs !== undefined && failure.retryAfterMs > RETRY_AFTER_MAX_MS) return { kind: 'give_up' }
  // A pause the server set says nothing about how long ours have to be.
  if (failures <= retriesMax)
    return { kind: 'again', delayMs: failure.retryAfterMs ?? retryDelayMs(failures - pausesSet, chance) }
  return isWorthWaiting(question)
    ? { kind: 'offline', delayMs: offlineDelayMs(failures - retriesMax, chance) }
    : { kind: 'give_up' }
}

/** A server that never answered is more likely a wrong address than a lost connection. */
const isWorthWaiting = ({ failure, offlineMs, offlineMsMax }: RetryQuestion): boolean =>
  faultRow(failure.kind).outcome === 'wait' && offlineMs !== null && offlineMs < offlineMsMax

/** 200 ms × 2^(n−1) ± 10 %. */
export const retryDelayMs = (failures: number, chance: number): Millis =>
  jittered(FIRST_DELAY_MS * 2 ** (failures - 1), chance)

const offlineDelayMs = (tries: number, chance: number): Millis =>
  jittered(Math.min(OFFLINE_DELAY_MAX_MS, OFFLINE_DELAY_MS * 2 ** (tries - 1)), chance)

const jittered = (ms: Millis, chance: number): Millis => Math.round(ms * (1 - JITTER + 2 * JITTER * chance))

/** Statuses that may be an overflow in words no table knows. */
const OVERFLOW_STATUSES: readonly (number | undefined)[] = [400, 413]

export const isOverflow = (failure: SamplingFailure, nearlyFull: boolean): boolean =>
  (faultRow(failure.kind).outcome === 'compact' && !failure.transient) ||
  (failure.kind === 'refused' && nearlyFull && OVERFLOW_STATUSES.includes(failure.status))

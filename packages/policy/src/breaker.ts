/**
 * Stops automatic compaction that does not help (L10): three failures or two futile ones in a row open it. It half-opens
 * after growth or a manual compaction; the next success closes it, the next failure opens it again at once.
 */
import type { Tokens } from '@rawr/protocol'

const FAILURES_MAX = 3
const FUTILE_MAX = 2
const GROWTH_SHARE_OF_WINDOW = 10

export type Breaker = {
  /** In a row, since the last success. */
  readonly failures: number
  /** Compactions that freed less than their minimum, in a row. */
  readonly futile: number
  /** Usage when it opened; `null` while closed or half open. */
  readonly openedAtTokens: Tokens | null
}

export const emptyBreaker: Breaker = { failures: 0, futile: 0, openedAtTokens: null }

/** `usedTokens` is the smaller of the usages before and after the attempt. A cancelled attempt is none of these. */
export type CompactionOutcome =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'failed' | 'futile'; readonly usedTokens: Tokens }
  | { readonly kind: 'manual' }

export const breakerAfter = (breaker: Breaker, outcome: CompactionOutcome): Breaker => {
  switch (outcome.kind) {
    case 'succeeded':
      return emptyBreaker
    case 'manual':
      return { ...breaker, openedAtTokens: null }
    case 'failed':
      return opened({ ...breaker, failures: breaker.failures + 1 }, outcome.usedTokens)
    case 'futile':
      return opened({ ...breaker, futile: breaker.futile + 1 }, outcome.usedTokens)
  }
}

const opened = (breaker: Breaker, usedTokens: Tokens): Breaker =>
  breaker.failures >= FAILURES_MAX || breaker.futile >= FUTILE_MAX
    ? { ...breaker, openedAtTokens: usedTokens }
    : breaker

export type Fullness = { readonly usedTokens: Tokens; readonly windowTokens: Tokens }

export const isOpen = (breaker: Breaker, { usedTokens, windowTokens }: Fullness): boolean =>
  breaker.openedAtTokens !== null && (usedTokens - breaker.openedAtTokens) * GROWTH_SHARE_OF_WINDOW < windowTokens

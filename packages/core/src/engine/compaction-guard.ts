/** Keeps automatic compaction from spinning (L10): growth re-arms it, attempts that do not help open the breaker. */
import { type Breaker, breakerAfter, emptyBreaker, isOpen, isRearmed } from '@rawr/policy'
import type { Tokens, Trigger } from '@rawr/protocol'

export type CompactionGuard = {
  readonly breaker: Breaker
  /** The smaller of the usages before and after the last attempt; `null` before the first. */
  readonly rearmFrom: Tokens | null
}

export const newGuard: CompactionGuard = { breaker: emptyBreaker, rearmFrom: null }

/** Less gain than this share of what was there is futile. */
const GAIN_MIN_SHARE = 0.1

/** A person is behind it; all others are bounded, an agent's wish too. */
export const isAsked = (trigger: Trigger): boolean => trigger === 'manual'

export type Attempt = {
  readonly trigger: Trigger
  readonly before: Tokens
  readonly after: Tokens
  readonly outcome: 'compacted' | 'failed'
}

export const guardAfter = (guard: CompactionGuard, attempt: Attempt): CompactionGuard => {
  const usedTokens = Math.min(attempt.before, attempt.after)
  // Who asked in vain has changed nothing: the next automatic one would fail as well.
  if (isAsked(attempt.trigger) && attempt.outcome === 'failed') return guard
  if (isAsked(attempt.trigger))
    return { breaker: breakerAfter(guard.breaker, { kind: 'manual' }), rearmFrom: usedTokens }
  if (attempt.outcome === 'failed')
    return { breaker: breakerAfter(guard.breaker, { kind: 'failed', usedTokens }), rearmFrom: usedTokens }
  const isFutile = attempt.before - attempt.after < attempt.before * GAIN_MIN_SHARE
  return {
    breaker: breakerAfter(guard.breaker, isFutile ? { kind: 'futile', usedTokens } : { kind: 'succeeded' }),
    rearmFrom: usedTokens,
  }
}

export type GuardQuestion = { readonly usedTokens: Tokens; readonly windowTokens: Tokens }

export const isBreakerOpen = (guard: CompactionGuard, question: GuardQuestion): boolean =>
  isOpen(guard.breaker, question)

export const hasRearmed = ({ rearmFrom }: CompactionGuard, { usedTokens, windowTokens }: GuardQuestion): boolean =>
  isRearmed({ tokensSinceRearm: rearmFrom === null ? null : usedTokens - rearmFrom, windowTokens })

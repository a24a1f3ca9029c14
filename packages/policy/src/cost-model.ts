/**
 * Whether a compaction pays: what it saves on the requests that follow, at the price of a cached token, against what it
 * costs once. All figures are input tokens at full price, so that no price table is needed to compare them.
 */
import type { CompactionCost, ContextUsage, Tokens } from '@rawr/protocol'

/** A cached input token costs a tenth of a fresh one, with the large providers alike (2026-01). */
const CACHED_PRICE = 0.1

/** How long the large providers keep a prefix that nobody asks for (2026-01). */
export const CACHE_TTL_MS = 300_000

/** Turns that follow, where nothing better is known. */
const TURNS_AHEAD = 2

/** A thread that has hardly begun says little about how many requests a turn makes. */
const CALLS_PER_TURN_DEFAULT = 8

export const isWorthIt = ({ expected_calls, saved_tokens, one_off_tokens }: CompactionCost): boolean =>
  expected_calls * CACHED_PRICE * saved_tokens > one_off_tokens

export type CostQuestion = {
  readonly usage: ContextUsage
  /** What the view above the floor may hold afterwards. */
  readonly viewTokens: Tokens
  /** Sampling requests and turns of the thread so far. */
  readonly calls: number
  readonly turns: number
  /** Since the provider last read the prefix; `null` where it never did. */
  readonly idleMs: number | null
  /** Whether a model writes part of the result; else it costs no request. */
  readonly asksModel: 'yes' | 'no'
  readonly gate: boolean
}

export const compactionCost = (question: CostQuestion): CompactionCost => {
  const { usage, viewTokens, calls, turns, idleMs, gate } = question
  const above = Math.max(0, usage.used_tokens - usage.floor_tokens)
  const view = Math.min(above, viewTokens)
  const cache = idleMs !== null && idleMs < CACHE_TTL_MS ? 'warm' : 'cold'
  // Written anew: the shorter history. A cold cache would have had to read the long one anyway.
  const rewritten = usage.floor_tokens + view
  const asked = question.asksModel === 'yes' ? readPrice(usage.used_tokens, cache) : 0
  const spared = cache === 'cold' ? usage.used_tokens : usage.used_tokens * CACHED_PRICE
  return {
    expected_calls: TURNS_AHEAD * (turns === 0 ? CALLS_PER_TURN_DEFAULT : Math.max(1, calls / turns)),
    saved_tokens: above - view,
    one_off_tokens: Math.max(0, Math.round(asked + rewritten - spared)),
    cache,
    gate,
  }
}

const readPrice = (tokens: Tokens, cache: 'warm' | 'cold'): number =>
  cache === 'warm' ? tokens * CACHED_PRICE : tokens

/**
 * What the provider reported, folded from the log: the last trustworthy figure, how often it reported, and the sum. A
 * fold over lines, so a reloaded thread shows the same number as the running one (L7, L11).
 */
import type { RolloutLine, Tokens, TokenUsage } from '@rawr/protocol'

export type UsageLedger = {
  /**
   * The last figure for the history as it stood: this model's report, or what a compaction said it left. `null` where
   * there is none, or where an undo made another history of it.
   */
  readonly anchor: UsageAnchor | null
  /** Reports of this model: after three of them the margin of estimates is what was learned. */
  readonly reports: number
  /** By how much requests grew from report to report of this model, as reported and as we had counted it. */
  readonly growth: { readonly reported: Tokens; readonly estimated: Tokens }
  readonly model: string | null
  readonly total: TokenUsage
}

export type UsageAnchor = {
  readonly tokens: Tokens
  /** What our own count of the history was at that time. */
  readonly visibleTokens: Tokens
  readonly source: 'reported' | 'estimated'
  /** Of the request alone, where it was reported. */
  readonly inputTokens?: Tokens
}

const NO_USAGE: TokenUsage = {
  input_tokens: 0,
  cached_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
  total_tokens: 0,
}

const NO_GROWTH = { reported: 0, estimated: 0 }

export const emptyLedger: UsageLedger = {
  anchor: null,
  reports: 0,
  growth: NO_GROWTH,
  model: null,
  total: NO_USAGE,
}

/** `visibleTokens`: what the history counts after the line. */
export const ledgerAfterLine = (ledger: UsageLedger, line: RolloutLine, visibleTokens: Tokens): UsageLedger => {
  switch (line.type) {
    case 'event_msg': {
      const { msg } = line.payload
      if (msg.type === 'rawr_auto_compaction_judgment_result')
        return msg.usage === undefined ? ledger : { ...ledger, total: sumOfUsage(ledger.total, msg.usage) }
      if (msg.type !== 'token_count') return ledger
      const counted = { ...ledger, total: msg.total }
      return msg.last === undefined ? counted : withReport(counted, msg.last, visibleTokens)
    }
    case 'turn_context':
      return line.payload.model === ledger.model
        ? ledger
        : { ...ledger, model: line.payload.model, anchor: null, reports: 0, growth: NO_GROWTH }
    case 'compacted':
      return { ...ledger, anchor: { tokens: line.payload.tokens_after, visibleTokens, source: 'estimated' } }
    case 'undo':
    case 'redo':
    case 'rollback':
      return { ...ledger, anchor: null }
    case 'session_meta':
    case 'response_item':
    case 'pins':
    case 'queue':
    case 'thread':
      return ledger
  }
}

/** The answer counts as history from here on: it is sent back with the next request. */
export const withReport = (ledger: UsageLedger, last: TokenUsage, visibleTokens: Tokens): UsageLedger => ({
  ...ledger,
  anchor: {
    tokens: last.input_tokens + last.output_tokens,
    visibleTokens,
    source: 'reported',
    inputTokens: last.input_tokens,
  },
  reports: ledger.reports + 1,
  growth: grown(ledger, last.input_tokens, visibleTokens),
})

/** Nothing is learned across a compaction: there the request shrinks. */
const grown = ({ anchor, growth }: UsageLedger, inputTokens: Tokens, visibleTokens: Tokens): UsageLedger['growth'] => {
  if (anchor?.inputTokens === undefined) return growth
  const reported = inputTokens - anchor.inputTokens
  const estimated = visibleTokens - anchor.visibleTokens
  return reported <= 0 || estimated <= 0
    ? growth
    : { reported: growth.reported + reported, estimated: growth.estimated + estimated }
}

/** A provider that counts more than this to one of ours counts something else. */
const LEARNED_MAX = 2

/** Less growth says more of rounding than of the tokenizer. */
const LEARNED_FROM_TOKENS = 2_000

/** Tokens of this model's provider to one of our estimate, as far as that is more; 1 where too little was seen. */
export const learnedRatio = ({ growth: { reported, estimated } }: UsageLedger): number =>
  estimated < LEARNED_FROM_TOKENS ? 1 : Math.min(LEARNED_MAX, Math.max(1, reported / estimated))

export const sumOfUsage = (total: TokenUsage, last: TokenUsage): TokenUsage => ({
  input_tokens: total.input_tokens + last.input_tokens,
  cached_input_tokens: total.cached_input_tokens + last.cached_input_tokens,
  output_tokens: total.output_tokens + last.output_tokens,
  reasoning_output_tokens: total.reasoning_output_tokens + last.reasoning_output_tokens,
  total_tokens: total.total_tokens + last.total_tokens,
})

/** A server that reports less than this share of what was sent has cut it silently, or counts something else. */
const TRUST_SHARE = 0.5

/** Below this, fixed parts dominate and the comparison says nothing. */
const TRUST_FROM_TOKENS = 2_000

/** No tokenizer counts so many times what ours does: after a compaction that is the figure from before it (LOOP-03). */
const STALE_TIMES = 4

/** Whether a report may replace the estimate of the same request. */
export const isTrustworthy = (usage: TokenUsage, estimatedInput: Tokens, anchor: UsageAnchor | null): boolean => {
  if (usage.input_tokens <= 0) return false
  const comparable = Math.max(TRUST_FROM_TOKENS, estimatedInput)
  if (anchor?.source === 'estimated' && usage.input_tokens > comparable * STALE_TIMES) return false
  return estimatedInput < TRUST_FROM_TOKENS || usage.input_tokens >= estimatedInput * TRUST_SHARE
}

/**
 * What a compaction will have changed, in the same count the context is shown in. Used tokens hold three things: what
 * lies beyond the items (system prompt, tool schemas), what no compaction frees (initial context, pinned facts), and the
 * body. Only the body shrinks, and only the body is scaled to what the provider counts.
 */
import type { HistoryItem, Tokens } from '@rawr/protocol'
import { visibleTokens } from '../history/history.ts'
import type { PlanInput } from '../plan-input.ts'
import { renderContext } from '../render-context.ts'
import { estimateItem } from '../tokens/estimate.ts'

export type Scale = {
  readonly before: Tokens
  /** What no compaction frees, by our own count. */
  readonly fixed: Tokens
  /** What can shrink of the items seen before, by our own count. */
  readonly body: Tokens
  /** What used tokens hold beyond the items. */
  readonly overhead: Tokens
  /** Tokens of the provider to one of ours. */
  readonly factor: number
}

/** Other tokenizers, and hidden reasoning that goes with its items; what is beyond must be something else. */
const FACTOR_MIN = 0.5
const FACTOR_MAX = 4

export const scaleOf = (input: PlanInput, visible: readonly HistoryItem[]): Scale => {
  const { used_tokens, floor_tokens } = input.usage
  const fixed = fixedTokens(input, visible)
  // The history knows its own estimate; only an exact count has to be made.
  const body = input.count === undefined ? visibleTokens(input.history) - fixed : bodyTokens(input, visible)
  const before = used_tokens === 0 ? fixed + body : used_tokens
  const ratio = body === 0 ? 1 : Math.max(0, before - Math.max(floor_tokens, fixed)) / body
  const factor = Math.min(FACTOR_MAX, Math.max(FACTOR_MIN, ratio))
  const overhead = Math.max(0, Math.round(before - fixed - factor * body))
  return { before, fixed, body, overhead, factor }
}

export type After = { readonly input: PlanInput; readonly items: readonly HistoryItem[] }

export const afterTokens = ({ overhead, factor }: Scale, { input, items }: After): Tokens =>
  overhead + fixedTokens(input, items) + Math.ceil(factor * bodyTokens(input, items))

/** A view may state more of what no compaction frees, or less: instructions that changed, pins that are gone. */
export const floorAfter = ({ fixed }: Scale, { input, items }: After): Tokens =>
  Math.max(0, input.usage.floor_tokens - fixed + fixedTokens(input, items))

/** With an exact count only the static instructions are fixed: it counts what is behind them as one text. */
const isFixed = (item: HistoryItem, { count }: PlanInput): boolean =>
  item.meta.origin === 'context' || (item.meta.origin === 'pin' && count === undefined)

const fixedTokens = (input: PlanInput, items: readonly HistoryItem[]): Tokens =>
  estimated(
    input,
    items.filter((item) => isFixed(item, input)),
  )

const bodyTokens = (input: PlanInput, items: readonly HistoryItem[]): Tokens =>
  input.count?.(renderContext(items)) ??
  estimated(
    input,
    items.filter((item) => !isFixed(item, input)),
  )

const estimated = ({ history }: PlanInput, items: readonly HistoryItem[]): Tokens =>
  items.reduce((sum, item) => sum + estimateItem(item, history.shared.rates), 0)

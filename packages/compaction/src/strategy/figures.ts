/**
 * What a compaction will have changed, in the same count the context is shown in. Usage holds more than the items
 * (instructions, schemas): what it holds beyond them stays as it is.
 */
import type { HistoryItem, Tokens } from '@rawr/protocol'
import type { PlanInput } from '../plan-input.ts'
import { renderContext } from '../render-context.ts'
import { estimateItem } from '../tokens/estimate.ts'

export type Scale = {
  readonly before: Tokens
  /** What is seen of the items before, by our own count. */
  readonly visibleTokens: Tokens
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
  const visibleTokens = countedTokens(input, visible)
  const before = used_tokens === 0 ? visibleTokens : used_tokens
  const ratio = visibleTokens === 0 ? 1 : Math.max(0, before - floor_tokens) / visibleTokens
  const factor = Math.min(FACTOR_MAX, Math.max(FACTOR_MIN, ratio))
  return { before, visibleTokens, overhead: Math.max(0, Math.round(before - factor * visibleTokens)), factor }
}

export const afterTokens = ({ overhead, factor }: Scale, items: readonly HistoryItem[], input: PlanInput): Tokens =>
  overhead + Math.ceil(factor * countedTokens(input, items))

const countedTokens = ({ count, history }: PlanInput, items: readonly HistoryItem[]): Tokens => {
  const estimated = (item: HistoryItem): number => estimateItem(item, history.shared.rates)
  if (count === undefined) return items.reduce((sum, item) => sum + estimated(item), 0)
  const context = items.filter((item) => item.meta.origin === 'context')
  return count(renderContext(items)) + context.reduce((sum, item) => sum + estimated(item), 0)
}

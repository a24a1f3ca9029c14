/** How many tokens a view above the floor may have (DESIGN §7). */
import { viewTokens } from '@rawr/policy'
import type { CompactOptions, CompactSettings, ContextUsage, Tokens } from '@rawr/protocol'

export const viewBudget = ({
  options,
  settings,
  usage,
}: {
  readonly options: CompactOptions
  readonly settings: CompactSettings
  readonly usage: ContextUsage
}): Tokens => options.budget ?? viewTokens(settings, usage)

/** Somebody said how large the view may be. */
export const isBudgetGiven = ({
  options,
  settings,
}: {
  readonly options: CompactOptions
  readonly settings: CompactSettings
}): boolean => options.budget !== undefined || settings.budget_tokens !== undefined

/** L15: at most this share of the effective window is used above the floor afterwards. */
const VIEW_SHARE_MAX = 0.4

/** The most a compaction may leave above the floor, whatever the budget. */
export const viewTokensMax = ({ effective_tokens, floor_tokens }: ContextUsage): Tokens =>
  Math.max(0, Math.floor(Math.min(effective_tokens * VIEW_SHARE_MAX, effective_tokens - floor_tokens)))

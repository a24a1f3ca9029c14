/** How many tokens a view above the floor may have (DESIGN §7). */
import type { CompactOptions, CompactSettings, ContextUsage, Tokens } from '@rawr/protocol'

const BUDGET_MAX = 8_000
const BUDGET_MIN = 1_000

export const viewBudget = ({
  options,
  settings,
  usage,
}: {
  readonly options: CompactOptions
  readonly settings: CompactSettings
  readonly usage: ContextUsage
}): Tokens =>
  options.budget ??
  settings.budget_tokens ??
  Math.max(BUDGET_MIN, Math.min(BUDGET_MAX, Math.floor(usage.effective_tokens / 4)))

/** L15: at most this share of the effective window is used above the floor afterwards. */
const VIEW_SHARE_MAX = 0.4

/** The most a compaction may leave above the floor, whatever the budget. */
export const viewTokensMax = ({ effective_tokens, floor_tokens }: ContextUsage): Tokens =>
  Math.max(0, Math.floor(Math.min(effective_tokens * VIEW_SHARE_MAX, effective_tokens - floor_tokens)))

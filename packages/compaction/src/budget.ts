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

/** How pressing it is. The most urgent tier whose threshold is passed wins; too little to win counts as no tier. */
import type { ContextUsage, EffectivePolicy, Tier, Tokens } from '@rawr/protocol'

/** Most urgent first: the order in which thresholds are asked. */
const TIERS_BY_URGENCY = ['emergency', 'asap', 'ready', 'early'] as const satisfies readonly Tier[]

/** A compaction frees what stands above the floor; below a tenth of the window there is nothing worth freeing. */
const FREEABLE_SHARE_OF_WINDOW = 10

/** Above this share the floor itself is the trouble, and no compaction helps. */
const FLOOR_PERCENT_MAX = 60

/** True where instructions, tool schemas and pins alone hold so much that automatic compaction is off. */
export const isFloorTooLarge = (usage: ContextUsage): boolean =>
  usage.floor_tokens * 100 > usage.effective_tokens * FLOOR_PERCENT_MAX

/** `null`: nothing presses, or nothing could be gained. */
export const pickTier = (usage: ContextUsage, policy: EffectivePolicy): Tier | null => {
  if (isFloorTooLarge(usage)) return null
  if ((usage.used_tokens - usage.floor_tokens) * FREEABLE_SHARE_OF_WINDOW < usage.window_tokens) return null
  return TIERS_BY_URGENCY.find((tier) => usage.percent_remaining < policy[tier].percent_remaining_lt) ?? null
}

/**
 * Used tokens at which emergency begins: one token less is not emergency yet. Where the threshold is 0 it never begins,
 * and the effective window stands for it.
 */
export const emergencyThresholdTokens = (policy: EffectivePolicy, usage: ContextUsage): Tokens => {
  const whole = Math.ceil(policy.emergency.percent_remaining_lt)
  return Math.min(usage.effective_tokens, Math.floor((usage.effective_tokens * (100 - whole)) / 100) + 1)
}

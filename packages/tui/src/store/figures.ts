/**
 * Every figure a person reads about the context, from one {@link ContextUsage} (L11): no other file of the screen writes a
 * token count or a percentage.
 */
import { effectivePolicy, roundTokens } from '@rawr/policy'
import {
  type ContextUsage,
  type Settings,
  type Tier,
  Tier as Tiers,
  type TokenSource,
  type Tokens,
} from '@rawr/protocol'

/** `~42k`: whole thousands from 10,000 on, one decimal from 1,000 on, below the figure itself; `~` marks an estimate. */
export const tokensText = (tokens: Tokens, source: TokenSource): string => `${tildeOf(source)}${roundTokens(tokens)}`

const tildeOf = (source: TokenSource): string => (source === 'divisors' ? '~' : '')

/** `~42k of 100k · 53 % left`. */
export const usageText = (usage: ContextUsage): string =>
  `${tokensText(usage.used_tokens, usage.source)} of ${roundTokens(usage.window_tokens)} · ${percentText(usage)}`

export const percentText = (usage: ContextUsage): string => `${tildeOf(usage.source)}${usage.percent_remaining} % left`

export type TierMark = { readonly tier: Tier; readonly percentRemaining: number }

/** Where the tiers begin, the earliest first. */
export const tierMarks = (settings: Settings): TierMark[] => {
  const policy = effectivePolicy({ settings: settings.rawr_auto_compaction })
  return Tiers.options
    .map((tier) => ({ tier, percentRemaining: policy[tier].percent_remaining_lt }))
    .sort((a, b) => b.percentRemaining - a.percentRemaining)
}

export type NextTrigger = { readonly tier: Tier; readonly tokens: Tokens }

/** What may still come in before the next tier begins; `null` where the last one has, or nothing is automatic. */
export const nextTrigger = (usage: ContextUsage, settings: Settings): NextTrigger | null => {
  const { features, compact } = settings
  if (!features.rawr_auto_compaction || !compact.enabled || !compact.auto_compact_enabled) return null
  const next = tierMarks(settings).find(({ percentRemaining }) => usage.percent_remaining >= percentRemaining)
  if (next === undefined || next.percentRemaining <= 0) return null
  // The percentage is floored: the first token that takes it below a whole number is the one past its share.
  const whole = Math.ceil(next.percentRemaining)
  const begins = Math.floor((usage.effective_tokens * (100 - whole)) / 100) + 1
  return { tier: next.tier, tokens: Math.max(0, begins - usage.used_tokens) }
}

/** What may still come in before a request no longer fits beside its answer: there it compacts at once, boundary or not. */
export const roomToLimit = (usage: ContextUsage): Tokens => Math.max(0, usage.effective_tokens - usage.used_tokens)

export const secondsText = (ms: number): string => {
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s`
}

/** Files of the thread's folder by their place in it. */
export const pathsText = (paths: readonly string[], cwd: string): string =>
  paths.map((path) => (path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path)).join(', ')

/**
 * How full the window is: the only place in the product that computes a percentage (DESIGN §6, L11). Everything shown,
 * decided or reported about pressure starts from a {@link ContextUsage} made here.
 */
import type { ContextUsage, TokenSource, Tokens } from '@rawr/protocol'

/** Room for the answer where neither the model table nor the settings say. */
const OUTPUT_TOKENS_DEFAULT = 8_192

/** An answer never reserves more than this share of the window. */
const OUTPUT_SHARE_OF_WINDOW = 8

/** Providers count a little differently than they document: the last 5 % of a window is never planned with. */
const USABLE_PERCENT = 95

export type WindowLimits = {
  readonly windowTokens: Tokens
  /** The model's largest answer; absent: 8,192. */
  readonly maxOutputTokens?: Tokens | undefined
}

/** Tokens kept free for the answer: `min(model's max output or 8,192, window / 8)`. */
export const outputReserve = ({ windowTokens, maxOutputTokens }: WindowLimits): Tokens =>
  Math.min(maxOutputTokens ?? OUTPUT_TOKENS_DEFAULT, Math.floor(windowTokens / OUTPUT_SHARE_OF_WINDOW))

/** What of the window can hold input: `min(window × 95 %, window − output reserve)`. */
export const effectiveTokens = (limits: WindowLimits): Tokens =>
  Math.min(Math.floor((limits.windowTokens * USABLE_PERCENT) / 100), limits.windowTokens - outputReserve(limits))

/** `floor(100 × (effective − used) / effective)`, clamped to 0…100; 0 where nothing is effective. */
const percentRemaining = (effective: Tokens, used: Tokens): number => {
  if (effective <= 0) return 0
  return Math.min(100, Math.max(0, Math.floor((100 * (effective - used)) / effective)))
}

export type Pressure = WindowLimits & {
  /** Last trustworthy usage plus the estimate of what came since. */
  readonly usedTokens: Tokens
  /** Instructions, tool schemas and pins: what no compaction frees. */
  readonly floorTokens: Tokens
  readonly source: TokenSource
}

export const contextUsage = (pressure: Pressure): ContextUsage => {
  const effective = effectiveTokens(pressure)
  return {
    used_tokens: pressure.usedTokens,
    floor_tokens: pressure.floorTokens,
    window_tokens: pressure.windowTokens,
    effective_tokens: effective,
    percent_remaining: percentRemaining(effective, pressure.usedTokens),
    source: pressure.source,
  }
}

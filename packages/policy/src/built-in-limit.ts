/** The limit that holds where the feature is off, and the two states that colour the gauge. They trigger nothing here. */
import type { CompactSettings, Tokens } from '@rawr/protocol'

const BUFFER_SHARE_OF_WINDOW = 10
const WARNING_PERCENT_OF_WINDOW = 15

export type BuiltInLimit = {
  readonly settings: CompactSettings
  readonly windowTokens: Tokens
}

/** Used tokens at which the built-in compaction runs: the lowest of all that is set. No override can raise it. */
export const builtInLimit = ({ settings, windowTokens }: BuiltInLimit): Tokens => {
  const buffer = Math.min(settings.free_space_buffer, Math.floor(windowTokens / BUFFER_SHARE_OF_WINDOW))
  return Math.min(
    windowTokens - buffer,
    Math.floor(windowTokens * settings.auto_compact_threshold_pct),
    settings.auto_compact_threshold ?? windowTokens,
    Math.floor((windowTokens * (settings.auto_compact_pct_override ?? 100)) / 100),
  )
}

/** Used tokens from which the gauge warns. */
export const warningTokens = ({ settings, windowTokens }: BuiltInLimit): Tokens =>
  windowTokens - Math.min(settings.warning_threshold, Math.floor((windowTokens * WARNING_PERCENT_OF_WINDOW) / 100))

export type GaugeState = 'calm' | 'warning' | 'error'

/** `error` at the built-in limit, `warning` a little earlier; where the limit lies lower, there is no warning before it. */
export const gaugeState = (limit: BuiltInLimit, usedTokens: Tokens): GaugeState => {
  if (usedTokens >= builtInLimit(limit)) return 'error'
  return usedTokens >= warningTokens(limit) ? 'warning' : 'calm'
}

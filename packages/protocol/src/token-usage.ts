/** What a provider reports, and what we say about the context. One helper feeds every place that shows a figure (L11). */
import { z } from 'zod'
import { Percent, TokenSource, Tokens } from './units.ts'

/** One request as the provider reported it. `input_tokens` includes the cached ones. */
export const TokenUsage = z.object({
  input_tokens: Tokens,
  cached_input_tokens: Tokens,
  output_tokens: Tokens,
  reasoning_output_tokens: Tokens,
  total_tokens: Tokens,
})
export type TokenUsage = z.infer<typeof TokenUsage>

/** How full the window is, by DESIGN §6: the only percentage in the product. */
export const ContextUsage = z.object({
  used_tokens: Tokens,
  /** Instructions, tool schemas and pins: what no compaction frees. */
  floor_tokens: Tokens,
  window_tokens: Tokens,
  /** `min(window × 95 %, window − output reserve)`. */
  effective_tokens: Tokens,
  percent_remaining: Percent,
  source: TokenSource,
})
export type ContextUsage = z.infer<typeof ContextUsage>

/** How full the context is now, and what was spent. */
import { z } from 'zod'
import { ContextUsage, TokenUsage } from '../token-usage.ts'

export const TokenCountEvent = z.object({
  type: z.literal('token_count'),
  usage: ContextUsage,
  /** Of the last request; absent where the provider reported none. */
  last: TokenUsage.optional(),
  /** Of the thread so far, compactions included. */
  total: TokenUsage,
})
export type TokenCountEvent = z.infer<typeof TokenCountEvent>

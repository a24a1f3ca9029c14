/** The answer to `context_breakdown`: what the next request would carry, by kind. */
import { z } from 'zod'
import { ItemId } from '../ids.ts'
import { ContextUsage } from '../token-usage.ts'
import { Tokens } from '../units.ts'

/** `summary`: what compactions put in, packets and handoffs among it; `other`: notes of the program, and what is unknown. */
export const ContextKind = z.enum([
  'instructions',
  'tools',
  'context',
  'pins',
  'user',
  'agent',
  'reasoning',
  'tool_calls',
  'tool_results',
  'summary',
  'other',
])
export type ContextKind = z.infer<typeof ContextKind>

export const ContextBreakdownResultEvent = z.object({
  type: z.literal('context_breakdown_result'),
  usage: ContextUsage,
  /** Add up to `usage.used_tokens`; largest first, none is 0. */
  parts: z.array(z.object({ kind: ContextKind, tokens: Tokens, items: z.number().int().nonnegative() })),
  /** At most ten, largest first. */
  largest: z.array(
    z.object({
      kind: ContextKind,
      tokens: Tokens,
      /** One line for a person. */
      what: z.string(),
      /** Absent for what is no item: instructions and tool schemas. */
      item_id: ItemId.optional(),
    }),
  ),
  /** Requests since the daemon took the thread up, and how often one did not begin with the whole of the one before it. */
  prefix: z.object({
    requests: z.number().int().nonnegative(),
    /** A compaction, its undo and a rollback are none. */
    breaks: z.number().int().nonnegative(),
    /** What the last one came from, for a person. */
    last_break: z.string().optional(),
  }),
})
export type ContextBreakdownResultEvent = z.infer<typeof ContextBreakdownResultEvent>

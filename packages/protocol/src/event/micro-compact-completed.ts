/** Old tool results were cleared; figures for telemetry, beside `context_compacted`. */
import { z } from 'zod'
import { Millis, Tokens } from '../units.ts'

export const MicroCompactCompletedEvent = z.object({
  type: z.literal('micro_compact_completed'),
  /** Results that are cleared in the view now, those of earlier times too. */
  tools_compacted: z.number().int().nonnegative(),
  tokens_saved: Tokens,
  duration_ms: Millis,
})
export type MicroCompactCompletedEvent = z.infer<typeof MicroCompactCompletedEvent>

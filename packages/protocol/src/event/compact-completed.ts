/** Figures of a finished compaction for telemetry. */
import { z } from 'zod'
import { RanStrategy } from '../compaction.ts'
import { Millis, Tokens } from '../units.ts'

export const CompactCompletedEvent = z.object({
  type: z.literal('compact_completed'),
  pre_compact_tokens: Tokens,
  post_compact_tokens: Tokens,
  compaction_input_tokens: Tokens,
  compaction_output_tokens: Tokens,
  files_restored: z.number().int().nonnegative(),
  duration_ms: Millis,
  strategy: RanStrategy,
})
export type CompactCompletedEvent = z.infer<typeof CompactCompletedEvent>

/** What was asked for, or the smallest view there is, leaves too little room; says what holds it. */
import { z } from 'zod'
import { HeldPart } from '../compaction.ts'
import { Tokens } from '../units.ts'

export const CompactThresholdExceededEvent = z.object({
  type: z.literal('compact_threshold_exceeded'),
  post_compact_tokens: Tokens,
  threshold: Tokens,
  /** The largest parts, biggest first. */
  held_by: z.array(HeldPart),
})
export type CompactThresholdExceededEvent = z.infer<typeof CompactThresholdExceededEvent>

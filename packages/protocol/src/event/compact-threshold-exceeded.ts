/** A compaction was as small as it could be and still leaves too little room; says what holds it. */
import { z } from 'zod'
import { Tokens } from '../units.ts'

export const CompactThresholdExceededEvent = z.object({
  type: z.literal('compact_threshold_exceeded'),
  post_compact_tokens: Tokens,
  threshold: Tokens,
  /** The largest parts, biggest first. */
  held_by: z.array(z.object({ what: z.string(), tokens: Tokens })),
})
export type CompactThresholdExceededEvent = z.infer<typeof CompactThresholdExceededEvent>

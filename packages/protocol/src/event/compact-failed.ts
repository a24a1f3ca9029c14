/** The history is as it was, byte for byte (L8). */
import { z } from 'zod'
import { CompactFailedReason } from '../compaction.ts'
import { CompactionId } from '../ids.ts'

export const CompactFailedEvent = z.object({
  type: z.literal('compact_failed'),
  compaction_id: CompactionId.optional(),
  reason: CompactFailedReason,
  error_message: z.string().optional(),
})
export type CompactFailedEvent = z.infer<typeof CompactFailedEvent>

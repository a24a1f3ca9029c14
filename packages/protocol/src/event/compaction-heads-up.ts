/** An automatic compaction is about to begin. */
import { z } from 'zod'
import { Tier, Trigger } from '../compaction.ts'
import { SequenceId } from '../ids.ts'

export const CompactionHeadsUpEvent = z.object({
  type: z.literal('compaction_heads_up'),
  sequence_id: SequenceId.optional(),
  trigger: Trigger,
  tier: Tier.optional(),
  message: z.string(),
})
export type CompactionHeadsUpEvent = z.infer<typeof CompactionHeadsUpEvent>

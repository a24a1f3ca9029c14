/** The step a compaction is in; steps come in this order, some may be skipped. */
import { z } from 'zod'
import { CompactionId } from '../ids.ts'

export const CompactionProgressEvent = z.object({
  type: z.literal('compaction_progress'),
  compaction_id: CompactionId,
  step: z.enum(['plan', 'draft', 'verify', 'commit']),
})
export type CompactionProgressEvent = z.infer<typeof CompactionProgressEvent>

/** The model-visible history was replaced; always before the `turn_complete` of its turn. */
import { z } from 'zod'
import { CompactionReport } from '../compaction.ts'
import { CompactionId } from '../ids.ts'

export const ContextCompactedEvent = z.object({
  type: z.literal('context_compacted'),
  compaction_id: CompactionId,
  report: CompactionReport,
  /** The completion line as every client shows it. */
  message: z.string(),
})
export type ContextCompactedEvent = z.infer<typeof ContextCompactedEvent>

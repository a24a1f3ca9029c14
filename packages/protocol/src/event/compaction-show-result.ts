/** The answer to `compaction_show`. */
import { z } from 'zod'
import { CompactionReport } from '../compaction.ts'
import { CompactionId } from '../ids.ts'

export const CompactionShowResultEvent = z.object({
  type: z.literal('compaction_show_result'),
  compaction_id: CompactionId,
  /** Absent in logs that other programs wrote. */
  report: CompactionReport.optional(),
  /** What stands in place of what went; empty where nothing does. */
  text: z.string(),
})
export type CompactionShowResultEvent = z.infer<typeof CompactionShowResultEvent>

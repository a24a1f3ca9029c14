/** Asks for the text that a compaction left in place of what went; answered by `compaction_show_result`. */
import { z } from 'zod'
import { CompactionId } from '../ids.ts'

export const CompactionShowOp = z.strictObject({
  type: z.literal('compaction_show'),
  /** Absent: the newest. */
  compaction_id: CompactionId.optional(),
})
export type CompactionShowOp = z.infer<typeof CompactionShowOp>

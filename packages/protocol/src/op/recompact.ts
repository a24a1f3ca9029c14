/** Takes an undo back. */
import { z } from 'zod'
import { CompactionId } from '../ids.ts'

export const RecompactOp = z.strictObject({
  type: z.literal('recompact'),
  /** Absent: the newest one undone. */
  compaction_id: CompactionId.optional(),
})
export type RecompactOp = z.infer<typeof RecompactOp>

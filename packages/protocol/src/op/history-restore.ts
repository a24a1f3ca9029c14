/**
 * Brings back what the model saw before the compaction of an archive: that compaction and every later one are undone, what
 * was said since stays. Answered by one `compaction_undone` each.
 */
import { z } from 'zod'

export const HistoryRestoreOp = z.strictObject({
  type: z.literal('history_restore'),
  /** Its name, or the beginning of it that no other archive of the thread has. */
  archive: z.string().min(1).max(300),
})
export type HistoryRestoreOp = z.infer<typeof HistoryRestoreOp>

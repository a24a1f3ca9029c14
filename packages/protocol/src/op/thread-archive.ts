/** Puts a thread away, or takes it out again: lists leave archived threads out. */
import { z } from 'zod'
import { ThreadId } from '../ids.ts'

export const ThreadArchiveOp = z.strictObject({
  type: z.literal('thread_archive'),
  thread_id: ThreadId,
  /** Absent: `true`. */
  archived: z.boolean().optional(),
})
export type ThreadArchiveOp = z.infer<typeof ThreadArchiveOp>

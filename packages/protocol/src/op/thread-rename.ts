/** Names a thread; an empty name takes the name away. */
import { z } from 'zod'
import { ThreadId } from '../ids.ts'

export const ThreadRenameOp = z.strictObject({
  type: z.literal('thread_rename'),
  thread_id: ThreadId,
  name: z.string().trim().max(200),
})
export type ThreadRenameOp = z.infer<typeof ThreadRenameOp>

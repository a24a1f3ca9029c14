/** The answer to `thread_list`. */
import { z } from 'zod'
import { ThreadInfo } from '../thread-info.ts'

export const ThreadListResultEvent = z.object({
  type: z.literal('thread_list_result'),
  threads: z.array(ThreadInfo),
  /** There are more: ask again with it. */
  next_cursor: z.string().optional(),
})
export type ThreadListResultEvent = z.infer<typeof ThreadListResultEvent>

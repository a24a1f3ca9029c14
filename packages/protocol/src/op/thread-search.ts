/** Looks for a text in the names, the first words and the messages of threads, in any case; answered by `thread_search_result`. */
import { z } from 'zod'
import { page } from '../page.ts'

export const ThreadSearchOp = z.strictObject({
  type: z.literal('thread_search'),
  query: z.string().trim().min(1).max(500),
  /** Absent: archived or not; else only those that are, or are not. */
  archived: z.boolean().optional(),
  ...page,
})
export type ThreadSearchOp = z.infer<typeof ThreadSearchOp>

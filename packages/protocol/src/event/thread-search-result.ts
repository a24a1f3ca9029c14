/** The answer to `thread_search`: one match a thread, its best. */
import { z } from 'zod'
import { ItemId } from '../ids.ts'
import { ThreadInfo } from '../thread-info.ts'

export const ThreadSearchResultEvent = z.object({
  type: z.literal('thread_search_result'),
  matches: z.array(
    z.object({
      thread: ThreadInfo,
      where: z.enum(['name', 'first_words', 'text']),
      /** The message, where the match is in one. */
      item_id: ItemId.optional(),
      /** What stands around the match. */
      excerpt: z.string(),
    }),
  ),
  /** Not all threads were looked at: ask again with it. A page may be empty and have another one after it. */
  next_cursor: z.string().optional(),
})
export type ThreadSearchResultEvent = z.infer<typeof ThreadSearchResultEvent>

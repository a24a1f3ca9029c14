/** One thread in a list. */
import { z } from 'zod'
import { ThreadId } from './ids.ts'

export const ThreadInfo = z.object({
  thread_id: ThreadId,
  /** Absent: nobody named it. */
  name: z.string().optional(),
  cwd: z.string(),
  /** ISO-8601, both. */
  created_at: z.string(),
  updated_at: z.string(),
  /** The beginning of the first message; empty where there is none. */
  first_words: z.string(),
  archived: z.boolean(),
  forked_from: ThreadId.optional(),
  /** Size of its log. */
  bytes: z.number().int().nonnegative(),
  /** What no list has read of it yet: a name given there, an archiving, is not known. Absent: nothing. */
  unread_bytes: z.number().int().positive().optional(),
})
export type ThreadInfo = z.infer<typeof ThreadInfo>

/** The thread has another name, was put away or taken out again, or is the fork of another one. What is absent did not change. */
import { z } from 'zod'
import { ThreadId } from '../ids.ts'

export const ThreadChangedEvent = z.object({
  type: z.literal('thread_changed'),
  /** Empty: the name was taken away. */
  name: z.string().optional(),
  archived: z.boolean().optional(),
  forked_from: ThreadId.optional(),
})
export type ThreadChangedEvent = z.infer<typeof ThreadChangedEvent>

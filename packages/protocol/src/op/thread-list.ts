/** Asks for the threads there are, those changed last first; answered by `thread_list_result`. */
import { z } from 'zod'
import { page } from '../page.ts'

export const ThreadListOp = z.strictObject({
  type: z.literal('thread_list'),
  /** Absent or `false`: those that are not archived; `true`: only the archived. */
  archived: z.boolean().optional(),
  /** Only threads of this folder. */
  cwd: z.string().min(1).optional(),
  ...page,
})
export type ThreadListOp = z.infer<typeof ThreadListOp>

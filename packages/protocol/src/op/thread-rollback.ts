/** Takes the last turns out of the conversation. The log keeps them; files that they changed stay as they are. */
import { z } from 'zod'

export const ThreadRollbackOp = z.strictObject({
  type: z.literal('thread_rollback'),
  turns: z.number().int().positive(),
})
export type ThreadRollbackOp = z.infer<typeof ThreadRollbackOp>

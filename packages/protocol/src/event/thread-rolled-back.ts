/** The last turns do not count any more; what the model sees ends before them. */
import { z } from 'zod'
import { Tokens } from '../units.ts'

export const ThreadRolledBackEvent = z.object({
  type: z.literal('thread_rolled_back'),
  turns: z.number().int().positive(),
  tokens_before: Tokens,
  tokens_after: Tokens,
})
export type ThreadRolledBackEvent = z.infer<typeof ThreadRolledBackEvent>

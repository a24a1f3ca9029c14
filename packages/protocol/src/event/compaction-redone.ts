/** An undone compaction counts again. */
import { z } from 'zod'
import { CompactionId } from '../ids.ts'
import { Tokens } from '../units.ts'

export const CompactionRedoneEvent = z.object({
  type: z.literal('compaction_redone'),
  compaction_id: CompactionId,
  tokens_before: Tokens,
  tokens_after: Tokens,
})
export type CompactionRedoneEvent = z.infer<typeof CompactionRedoneEvent>

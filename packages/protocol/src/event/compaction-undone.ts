/** A compaction's view no longer counts. */
import { z } from 'zod'
import { CompactionId } from '../ids.ts'
import { Tokens } from '../units.ts'

export const CompactionUndoneEvent = z.object({
  type: z.literal('compaction_undone'),
  compaction_id: CompactionId,
  tokens_before: Tokens,
  tokens_after: Tokens,
})
export type CompactionUndoneEvent = z.infer<typeof CompactionUndoneEvent>

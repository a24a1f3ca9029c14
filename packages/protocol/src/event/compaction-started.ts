/** A compaction begins; exactly one of `context_compacted` and `compact_failed` ends it. */
import { z } from 'zod'
import { Strategy, Trigger } from '../compaction.ts'
import { CompactionId } from '../ids.ts'
import { Tokens } from '../units.ts'

export const CompactionStartedEvent = z.object({
  type: z.literal('compaction_started'),
  compaction_id: CompactionId,
  trigger: Trigger,
  strategy: Strategy,
  tokens_before: Tokens,
})
export type CompactionStartedEvent = z.infer<typeof CompactionStartedEvent>

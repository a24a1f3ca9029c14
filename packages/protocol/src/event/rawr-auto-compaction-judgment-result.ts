/** The answer to a judgment. It can only veto; what a failed one means is the policy's to say. */
import { z } from 'zod'
import { Tier } from '../compaction.ts'
import { RequestId } from '../ids.ts'
import { TokenUsage } from '../token-usage.ts'
import { Tokens } from '../units.ts'

export const RawrAutoCompactionJudgmentResultEvent = z.object({
  type: z.literal('rawr_auto_compaction_judgment_result'),
  request_id: RequestId,
  tier: Tier,
  /** `failed`: an error, no answer in time, or one that could not be read; then `should_compact` is false. */
  outcome: z.enum(['answered', 'failed']),
  should_compact: z.boolean(),
  reason: z.string(),
  /** How full the context was: after a veto, growth is counted from here. */
  used_tokens: Tokens,
  /** What the question cost; counted in the thread's total, and in no gauge. */
  usage: TokenUsage.optional(),
})
export type RawrAutoCompactionJudgmentResultEvent = z.infer<typeof RawrAutoCompactionJudgmentResultEvent>

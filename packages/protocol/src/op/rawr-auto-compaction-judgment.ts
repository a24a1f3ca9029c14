/**
 * Asks a model whether now is a good moment, off the transcript: neither the question nor the answer enters the history.
 * Answered by `rawr_auto_compaction_judgment_result` with the same `request_id`. Only the driver asks.
 */
import { z } from 'zod'
import { Boundary, Tier } from '../compaction.ts'
import { RequestId } from '../ids.ts'

export const RawrAutoCompactionJudgmentOp = z.strictObject({
  type: z.literal('rawr_auto_compaction_judgment'),
  request_id: RequestId,
  tier: Tier,
  percent_remaining: z.number().min(0).max(100),
  boundaries_present: z.array(Boundary),
  last_agent_message: z.string().nullable(),
  /** A bare file name inside `RAWR_HOME/auto-compact`; anything else is `invalid`. */
  decision_prompt_path: z.string(),
})
export type RawrAutoCompactionJudgmentOp = z.infer<typeof RawrAutoCompactionJudgmentOp>

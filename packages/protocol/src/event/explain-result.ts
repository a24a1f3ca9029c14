/** The answer to `explain`: the decision with all its inputs, in plain sentences. */
import { z } from 'zod'
import { DecisionRecord } from '../decision-record.ts'

export const ExplainResultEvent = z.object({
  type: z.literal('explain_result'),
  /** `null`: none was made yet. */
  record: DecisionRecord.nullable(),
  /**
   * Path, decision, pressure, boundaries, gates, re-arm and outcome; one sentence each. Before them, where a person asked for a
   * compaction since and no decision was named: that compaction, and that the decision is an earlier one.
   */
  sentences: z.array(z.string()),
})
export type ExplainResultEvent = z.infer<typeof ExplainResultEvent>

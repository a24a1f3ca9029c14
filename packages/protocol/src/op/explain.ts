/** Asks why a decision about compaction came out as it did; answered by `explain_result`. */
import { z } from 'zod'
import { RequestId } from '../ids.ts'

export const ExplainOp = z.strictObject({
  type: z.literal('explain'),
  /** Absent: the newest. */
  decision_id: RequestId.optional(),
})
export type ExplainOp = z.infer<typeof ExplainOp>

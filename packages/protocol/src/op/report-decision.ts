/** What the watcher decided and from what, one record an evaluation; core writes it down (L17). */
import { z } from 'zod'
import { DecisionRecord } from '../decision-record.ts'

export const ReportDecisionOp = z.strictObject({
  type: z.literal('report_decision'),
  record: DecisionRecord,
})
export type ReportDecisionOp = z.infer<typeof ReportDecisionOp>

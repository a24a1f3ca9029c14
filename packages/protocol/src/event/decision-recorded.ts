/** An evaluation of the policy was written down (L17). */
import { z } from 'zod'
import { DecisionRecord } from '../decision-record.ts'

export const DecisionRecordedEvent = z.object({
  type: z.literal('decision_recorded'),
  record: DecisionRecord,
  /** The decision in one plain sentence. */
  explanation: z.string(),
})
export type DecisionRecordedEvent = z.infer<typeof DecisionRecordedEvent>

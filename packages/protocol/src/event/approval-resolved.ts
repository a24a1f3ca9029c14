/** An approval was answered; later answers come too late. */
import { z } from 'zod'
import { ApprovalDecision } from '../approval.ts'
import { RequestId } from '../ids.ts'

export const ApprovalResolvedEvent = z.object({
  type: z.literal('approval_resolved'),
  request_id: RequestId,
  decision: ApprovalDecision,
})
export type ApprovalResolvedEvent = z.infer<typeof ApprovalResolvedEvent>

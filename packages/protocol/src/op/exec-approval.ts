/** Answers an `exec_approval_request`; the first answer wins, the others are told. */
import { z } from 'zod'
import { ApprovalDecision } from '../approval.ts'
import { RequestId } from '../ids.ts'

export const ExecApprovalOp = z.strictObject({
  type: z.literal('exec_approval'),
  request_id: RequestId,
  decision: ApprovalDecision,
})
export type ExecApprovalOp = z.infer<typeof ExecApprovalOp>

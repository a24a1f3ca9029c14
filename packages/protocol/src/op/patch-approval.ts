/** Answers an `apply_patch_approval_request`; the first answer wins, the others are told. */
import { z } from 'zod'
import { ApprovalDecision } from '../approval.ts'
import { RequestId } from '../ids.ts'

export const PatchApprovalOp = z.strictObject({
  type: z.literal('patch_approval'),
  request_id: RequestId,
  decision: ApprovalDecision,
})
export type PatchApprovalOp = z.infer<typeof PatchApprovalOp>

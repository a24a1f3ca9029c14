/** A patch waits for a person. */
import { z } from 'zod'
import { CallId, RequestId, TurnId } from '../ids.ts'

export const ApplyPatchApprovalRequestEvent = z.object({
  type: z.literal('apply_patch_approval_request'),
  request_id: RequestId,
  call_id: CallId,
  turn_id: TurnId,
  paths: z.array(z.string()),
  /** As the model wrote it; absent where it is longer than a person reads. */
  patch: z.string().optional(),
  reason: z.string(),
})
export type ApplyPatchApprovalRequestEvent = z.infer<typeof ApplyPatchApprovalRequestEvent>

/** A command waits for a person. */
import { z } from 'zod'
import { CallId, RequestId, TurnId } from '../ids.ts'

export const ExecApprovalRequestEvent = z.object({
  type: z.literal('exec_approval_request'),
  request_id: RequestId,
  call_id: CallId,
  turn_id: TurnId,
  command: z.array(z.string()),
  cwd: z.string(),
  reason: z.string(),
})
export type ExecApprovalRequestEvent = z.infer<typeof ExecApprovalRequestEvent>

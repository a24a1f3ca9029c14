/** A command waits for a person. */
import { z } from 'zod'
import { CallId, RequestId, TurnId } from '../ids.ts'

export const ExecApprovalRequestEvent = z.object({
  type: z.literal('exec_approval_request'),
  request_id: RequestId,
  call_id: CallId,
  turn_id: TurnId,
  /** The words as they are run; a line for a shell is the last of them: `["bash", "-c", LINE]`. */
  command: z.array(z.string()),
  cwd: z.string(),
  /** Why it is asked, for a person. */
  reason: z.string(),
})
export type ExecApprovalRequestEvent = z.infer<typeof ExecApprovalRequestEvent>

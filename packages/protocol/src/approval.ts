/** A person's answer to a command that waits: once, for the session, no, or no and stop the turn. */
import { z } from 'zod'

export const ApprovalDecision = z.enum(['approved', 'approved_for_session', 'denied', 'abort'])
export type ApprovalDecision = z.infer<typeof ApprovalDecision>

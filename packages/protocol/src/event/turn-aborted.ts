/** The turn ended before its work was done; the history is legal all the same. */
import { z } from 'zod'
import { AbortReason } from '../abort-reason.ts'
import { TurnId } from '../ids.ts'

export const TurnAbortedEvent = z.object({
  type: z.literal('turn_aborted'),
  turn_id: TurnId,
  reason: AbortReason,
  /** What happened and what can be done, for a person. */
  message: z.string().optional(),
})
export type TurnAbortedEvent = z.infer<typeof TurnAbortedEvent>

/** A message of the user entered the history, in the turn that answers it. */
import { z } from 'zod'
import { ItemId, SubmissionId } from '../ids.ts'
import { TurnOrigin } from '../user-input.ts'

export const UserMessageEvent = z.object({
  type: z.literal('user_message'),
  item_id: ItemId,
  /** The submission that brought it. */
  submission_id: SubmissionId,
  text: z.string(),
  origin: TurnOrigin,
})
export type UserMessageEvent = z.infer<typeof UserMessageEvent>

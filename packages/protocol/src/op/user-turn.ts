/** Starts a turn, or waits in the queue while one runs. Origins other than `user` come only from the driver and never count as the user's words. */
import { z } from 'zod'
import { SequenceId } from '../ids.ts'
import { TurnOrigin, UserInput } from '../user-input.ts'

export const UserTurnOp = z.strictObject({
  type: z.literal('user_turn'),
  items: z.array(UserInput).min(1),
  /** Absent: `user`. */
  origin: TurnOrigin.exclude(['review']).optional(),
  /** The watcher's sequence this turn belongs to; required with an origin other than `user`. */
  sequence_id: SequenceId.optional(),
  /** A prompt that also asks for notes: the turn may write the thread's scratch file, and nothing else. */
  writes_scratch: z.literal(true).optional(),
})
export type UserTurnOp = z.infer<typeof UserTurnOp>

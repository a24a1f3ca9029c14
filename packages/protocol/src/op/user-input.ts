/** Steers the running turn: read before its next sampling request. With no turn running it starts one. */
import { z } from 'zod'
import { UserInput } from '../user-input.ts'

export const UserInputOp = z.strictObject({
  type: z.literal('user_input'),
  items: z.array(UserInput).min(1),
})
export type UserInputOp = z.infer<typeof UserInputOp>

/** A patch was applied whole, or not at all. */
import { z } from 'zod'
import { CallId, TurnId } from '../ids.ts'

export const PatchApplyEndEvent = z.object({
  type: z.literal('patch_apply_end'),
  call_id: CallId,
  turn_id: TurnId,
  paths: z.array(z.string()),
  success: z.boolean(),
  message: z.string(),
})
export type PatchApplyEndEvent = z.infer<typeof PatchApplyEndEvent>

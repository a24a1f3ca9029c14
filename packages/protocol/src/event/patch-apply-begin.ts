/** A patch is about to be applied. */
import { z } from 'zod'
import { CallId, TurnId } from '../ids.ts'

export const PatchApplyBeginEvent = z.object({
  type: z.literal('patch_apply_begin'),
  call_id: CallId,
  turn_id: TurnId,
  paths: z.array(z.string()),
  /** The patch as the model wrote it, for a person; absent where it is too long for a frame. */
  patch: z.string().optional(),
})
export type PatchApplyBeginEvent = z.infer<typeof PatchApplyBeginEvent>

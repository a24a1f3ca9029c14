/** What the turn's patches changed in all, before its end. What commands changed is not in it. */
import { z } from 'zod'
import { TurnId } from '../ids.ts'

export const TurnDiffEvent = z.object({
  type: z.literal('turn_diff'),
  turn_id: TurnId,
  /** For `git apply` and `patch -p1`; a file that is too large stands in it by name only. */
  unified_diff: z.string(),
})
export type TurnDiffEvent = z.infer<typeof TurnDiffEvent>

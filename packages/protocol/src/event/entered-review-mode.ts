/** The turn reviews changes. */
import { z } from 'zod'
import { TurnId } from '../ids.ts'

export const EnteredReviewModeEvent = z.object({
  type: z.literal('entered_review_mode'),
  turn_id: TurnId,
})
export type EnteredReviewModeEvent = z.infer<typeof EnteredReviewModeEvent>

/** The review is over; the end of its turn follows. */
import { z } from 'zod'
import { TurnId } from '../ids.ts'

export const ExitedReviewModeEvent = z.object({
  type: z.literal('exited_review_mode'),
  turn_id: TurnId,
  /** What it found; `null` where it ended before. */
  findings: z.string().nullable(),
})
export type ExitedReviewModeEvent = z.infer<typeof ExitedReviewModeEvent>

/** Starts a turn in which the agent reviews changes and finds what is wrong, and changes nothing; told by `entered_review_mode` and `exited_review_mode`. No compaction is decided on inside. */
import { z } from 'zod'
import { ReviewTarget } from '../review-target.ts'

export const ReviewOp = z.strictObject({
  type: z.literal('review'),
  /** Absent: what is not committed. */
  target: ReviewTarget.optional(),
  /** What to look at beside, in the person's own words. */
  instructions: z.string().trim().min(1).max(20_000).optional(),
})
export type ReviewOp = z.infer<typeof ReviewOp>

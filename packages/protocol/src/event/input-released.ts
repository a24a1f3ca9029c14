/** Held messages are delivered, in this order. */
import { z } from 'zod'
import { SequenceId, SubmissionId } from '../ids.ts'

export const InputReleasedEvent = z.object({
  type: z.literal('input_released'),
  sequence_id: SequenceId,
  submission_ids: z.array(SubmissionId),
  by: z.enum(['driver', 'deadline', 'driver_lost']),
})
export type InputReleasedEvent = z.infer<typeof InputReleasedEvent>

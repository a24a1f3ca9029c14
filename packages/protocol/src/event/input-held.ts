/** A message is held while a sequence runs. */
import { z } from 'zod'
import { SequenceId, SubmissionId } from '../ids.ts'

export const InputHeldEvent = z.object({
  type: z.literal('input_held'),
  sequence_id: SequenceId,
  submission_id: SubmissionId,
  text: z.string(),
})
export type InputHeldEvent = z.infer<typeof InputHeldEvent>

/** Delivers what was held, in order; a handoff goes in front as an item of its own. */
import { z } from 'zod'
import { SequenceId } from '../ids.ts'

export const ReleaseInputOp = z.strictObject({
  type: z.literal('release_input'),
  sequence_id: SequenceId,
  handoff: z.string().optional(),
})
export type ReleaseInputOp = z.infer<typeof ReleaseInputOp>

/** Core holds every client's messages, durably, until the sequence releases them, its driver is lost or the deadline passes. */
import { z } from 'zod'
import { SequenceId } from '../ids.ts'
import { UnixMillis } from '../units.ts'

export const HoldInputOp = z.strictObject({
  type: z.literal('hold_input'),
  sequence_id: SequenceId,
  /** When core releases by itself. */
  deadline: UnixMillis,
})
export type HoldInputOp = z.infer<typeof HoldInputOp>

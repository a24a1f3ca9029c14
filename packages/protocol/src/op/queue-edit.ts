/** Changes a message that waits in the queue: other words, another place, or gone. One that has gone into a turn is refused: `not_queued`. */
import { z } from 'zod'
import { SubmissionId } from '../ids.ts'
import { UserInput } from '../user-input.ts'

export const QueueEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('replace'), items: z.array(UserInput).min(1) }),
  z.strictObject({ kind: z.literal('remove') }),
  /** `to`: its new place, from 0; beyond the end means last. */
  z.strictObject({ kind: z.literal('move'), to: z.number().int().nonnegative() }),
])
export type QueueEdit = z.infer<typeof QueueEdit>

export const QueueEditOp = z.strictObject({
  type: z.literal('queue_edit'),
  submission_id: SubmissionId,
  edit: QueueEdit,
})
export type QueueEditOp = z.infer<typeof QueueEditOp>

/** What waits for the running turn to end, oldest first. */
import { z } from 'zod'
import { SubmissionId } from '../ids.ts'

export const QueueChangedEvent = z.object({
  type: z.literal('queue_changed'),
  queued: z.array(z.object({ submission_id: SubmissionId, text: z.string() })),
})
export type QueueChangedEvent = z.infer<typeof QueueChangedEvent>

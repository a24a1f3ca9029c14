/** A request failed and is tried again. */
import { z } from 'zod'
import { Millis } from '../units.ts'

export const StreamErrorEvent = z.object({
  type: z.literal('stream_error'),
  message: z.string(),
  attempt: z.number().int().positive(),
  retry_in_ms: Millis,
})
export type StreamErrorEvent = z.infer<typeof StreamErrorEvent>

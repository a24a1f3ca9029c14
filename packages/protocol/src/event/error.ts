/** Something failed that the turn cannot go on without; its `turn_aborted` follows. */
import { z } from 'zod'

export const ErrorEvent = z.object({
  type: z.literal('error'),
  code: z.string(),
  message: z.string(),
})
export type ErrorEvent = z.infer<typeof ErrorEvent>

/** Something a person should know; nothing stopped. */
import { z } from 'zod'

export const WarningEvent = z.object({
  type: z.literal('warning'),
  message: z.string(),
})
export type WarningEvent = z.infer<typeof WarningEvent>

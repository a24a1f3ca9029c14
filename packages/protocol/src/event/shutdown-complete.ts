/** The daemon has parked every turn and closes now. */
import { z } from 'zod'

export const ShutdownCompleteEvent = z.object({
  type: z.literal('shutdown_complete'),
})
export type ShutdownCompleteEvent = z.infer<typeof ShutdownCompleteEvent>

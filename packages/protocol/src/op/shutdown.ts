/** Ends the daemon: turns are finished or parked, clients are told. */
import { z } from 'zod'

export const ShutdownOp = z.strictObject({
  type: z.literal('shutdown'),
})
export type ShutdownOp = z.infer<typeof ShutdownOp>

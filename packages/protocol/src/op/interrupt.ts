/** Stops the running turn; open calls get an aborted output. */
import { z } from 'zod'

export const InterruptOp = z.strictObject({
  type: z.literal('interrupt'),
})
export type InterruptOp = z.infer<typeof InterruptOp>

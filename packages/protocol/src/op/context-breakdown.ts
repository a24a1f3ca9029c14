/** Asks what fills the window; answered by `context_breakdown_result`. */
import { z } from 'zod'

export const ContextBreakdownOp = z.strictObject({
  type: z.literal('context_breakdown'),
})
export type ContextBreakdownOp = z.infer<typeof ContextBreakdownOp>

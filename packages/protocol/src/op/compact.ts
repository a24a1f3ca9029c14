/** Compacts now, or at the next legal cut of the running turn. With `plan_id` it does exactly what that plan showed. */
import { z } from 'zod'
import { compactOptions } from '../compact-options.ts'
import { PlanId, RequestId } from '../ids.ts'

export const CompactOp = z.strictObject({
  type: z.literal('compact'),
  plan_id: PlanId.optional(),
  /** The reported decision this goes back to; its figures are written beside the compaction. */
  decision_id: RequestId.optional(),
  packet_author: z.enum(['agent', 'watcher']).optional(),
  ...compactOptions,
})
export type CompactOp = z.infer<typeof CompactOp>

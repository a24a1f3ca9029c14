/** Plans without doing: answers `compaction_planned`, changes nothing. */
import { z } from 'zod'
import { compactOptions } from '../compact-options.ts'

export const CompactPlanOp = z.strictObject({
  type: z.literal('compact_plan'),
  ...compactOptions,
})
export type CompactPlanOp = z.infer<typeof CompactPlanOp>

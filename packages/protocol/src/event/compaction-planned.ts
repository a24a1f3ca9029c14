/** The answer to `compact_plan`. */
import { z } from 'zod'
import { CompactionReport } from '../compaction.ts'
import { PlanId } from '../ids.ts'

export const CompactionPlannedEvent = z.object({
  type: z.literal('compaction_planned'),
  plan_id: PlanId,
  report: CompactionReport,
  /** What the model would see, as text, the initial context apart. */
  preview: z.string(),
})
export type CompactionPlannedEvent = z.infer<typeof CompactionPlannedEvent>

/** One step of the agent's plan, as `update_plan` writes it. */
import { z } from 'zod'

export const PlanStep = z.object({ step: z.string(), status: z.enum(['pending', 'in_progress', 'completed']) })
export type PlanStep = z.infer<typeof PlanStep>

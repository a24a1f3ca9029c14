/** The agent's plan as it stands now. */
import { z } from 'zod'
import { TurnId } from '../ids.ts'
import { PlanStep } from '../plan-step.ts'

export const PlanUpdateEvent = z.object({
  type: z.literal('plan_update'),
  turn_id: TurnId,
  explanation: z.string().optional(),
  plan: z.array(PlanStep),
})
export type PlanUpdateEvent = z.infer<typeof PlanUpdateEvent>

/** `update_plan`: the agent's own list of steps, shown to the person and kept through compactions. */
import { PlanStep } from '@rawr/protocol'
import { z } from 'zod'
import { defineTool, type Tool } from './tool.ts'

const UpdatePlanArguments = z.object({
  explanation: z.string().optional().describe('Why the plan changed, in a sentence.'),
  plan: z.array(PlanStep).describe('All steps in order, each with its status. At most one should be in_progress.'),
})

export const updatePlanTool = (): Tool =>
  defineTool({
    name: 'update_plan',
    description:
      'Writes the plan of the work: a short list of steps with their status. It replaces the earlier plan. Use it for work of ' +
      'several steps, and again whenever a step is completed or the plan changes.',
    arguments: UpdatePlanArguments,
    purpose: ({ plan }) => ({ kind: 'other', summary: summaryOf(plan) }),
    runsAlone: () => true,
    run: async ({ explanation, plan }) => ({
      output: 'Plan updated.',
      success: true,
      plan: { ...(explanation === undefined ? {} : { explanation }), steps: plan },
    }),
  })

const summaryOf = (plan: readonly PlanStep[]): string => {
  const completed = plan.filter(({ status }) => status === 'completed').length
  return `${completed} of ${plan.length} steps completed`
}

/** A plan that is written step by step: tasks that are made, changed and removed one at a time. */
import type { PlanFact } from './facts.ts'
import type { Place } from './open-ledger.ts'
import { statusOf, type ToolUse } from './tool-use.ts'

type Step = {
  readonly plan: PlanFact | null
  readonly use: Extract<ToolUse, { kind: 'plan_step' }>
  readonly place: Place
}

/** A step is named by its number, in the order of making. */
export const withStep = ({ plan, use, place: { id, at } }: Step): PlanFact => {
  const steps = plan?.steps ?? []
  if (use.id === null) return { id, at, steps: [...steps, { step: use.step, status: 'pending' }] }
  const number = Number(use.id) - 1
  if (steps[number] === undefined) return { id, at, steps }
  // Its place stays: later steps are named by their number.
  if (use.status === 'deleted') return { id, at, steps: steps.with(number, { step: '', status: 'completed' }) }
  return {
    id,
    at,
    steps: steps.map((step, index) =>
      index === number
        ? {
            step: use.step === '' ? step.step : use.step,
            status: use.status === '' ? step.status : statusOf(use.status),
          }
        : step,
    ),
  }
}

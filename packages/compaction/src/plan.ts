/**
 * From a history to what a compaction would do: pure and free, so a dry run is a plan, and executing a plan does exactly
 * what was shown.
 */
import type { Result } from '@rawr/protocol'
import { judgeClearing } from './accept.ts'
import type { CompactionPlan, PlanInput, PlanRefusal } from './plan-input.ts'
import { planExtractive } from './strategy/extractive.ts'
import { planMicro } from './strategy/micro.ts'

export const planCompaction = (input: PlanInput): Result<CompactionPlan, PlanRefusal> => {
  if (input.requested === 'micro') return planMicro(input)
  const first = planClearing(input)
  return first === null ? planCondensing(input) : { ok: true, value: first }
}

/** Room for the next request comes before what was written for it. */
const planCondensing = (input: PlanInput): Result<CompactionPlan, PlanRefusal> => {
  const plan = planExtractive(input)
  if (plan.ok || input.handoff === undefined) return plan
  const { handoff: _, ...bare } = input
  return planExtractive({ ...bare, note: [input.note, NO_ROOM].filter((text) => text !== undefined).join('; ') })
}

const NO_ROOM = 'no room for the handoff'

/**
 * The first rung of `auto`: clearing old tool results, where that alone makes room enough (L15) and nobody asked for more;
 * else `null`, and the history is condensed.
 */
export const planClearing = (input: PlanInput): CompactionPlan | null => {
  const { trigger, requested } = input
  if (requested !== 'auto' || input.clearsFirst !== true || trigger === 'manual' || trigger === 'agent_request')
    return null
  const plan = planMicro(input)
  if (!plan.ok) return null
  const { tokens_before: before, tokens_after: after } = plan.value.report
  return judgeClearing(input, { before, after }) === 'accepted' ? plan.value : null
}

/**
 * From a history to what a compaction would do: pure and free, so a dry run is a plan, and executing a plan does exactly
 * what was shown.
 */
import type { Result } from '@rawr/protocol'
import type { CompactionPlan, PlanInput, PlanRefusal } from './plan-input.ts'
import { planExtractive } from './strategy/extractive.ts'
import { planMicro } from './strategy/micro.ts'

export const planCompaction = (input: PlanInput): Result<CompactionPlan, PlanRefusal> =>
  input.requested === 'micro' ? planMicro(input) : planExtractive(input)

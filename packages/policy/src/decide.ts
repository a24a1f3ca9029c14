/**
 * The decision: pressure, then boundaries, then the plan gate, then what the mode and the prompts say. A pure function
 * of {@link DecisionInputs}: a record of the inputs replays to the same answer, reason included (L17).
 */
import type { Boundary, Decision, DecisionInputs, EffectiveTier, LeaveReason, Tier } from '@rawr/protocol'
import { isRearmed } from './rearm.ts'
import { pickTier } from './tier.ts'

/** Order in which boundaries are listed wherever they are listed. */
const ALL: readonly Boundary[] = [
  'commit',
  'pr_checkpoint',
  'plan_checkpoint',
  'plan_update',
  'agent_done',
  'topic_shift',
  'concluding_thought',
  'turn_complete',
]

const PLAN: ReadonlySet<Boundary> = new Set(['plan_checkpoint', 'plan_update'])

export const decide = (inputs: DecisionInputs): Decision => {
  const closed = closedGate(inputs)
  if (closed !== null) return { kind: 'leave', why: closed }
  const tier = pickTier(inputs.usage, inputs.policy)
  if (tier === null) return { kind: 'leave', why: 'no_tier' }
  const boundaries = requiredAndSeen(inputs, tier)
  const why = tierGate(inputs, tier) ?? boundaryGate({ inputs, tier, boundaries }) ?? modeGate(inputs)
  if (why !== null) return { kind: 'leave', why, tier }
  const trigger = inputs.at === 'mid_turn' ? 'mid_turn' : 'auto_watcher'
  const prompt = judgmentPrompt(inputs, tier)
  return prompt === null
    ? { kind: 'compact', trigger, tier, boundaries }
    : { kind: 'judge', trigger, tier, boundaries, prompt }
}

/** What forbids any evaluation, whatever the pressure. */
const closedGate = (inputs: DecisionInputs): LeaveReason | null => {
  if (!inputs.feature_on) return 'feature_off'
  if (inputs.review_mode) return 'review_mode'
  return inputs.busy ? 'busy' : null
}

/** What forbids acting on pressure: an open breaker, too little growth, or nobody to write the mid-turn packet. */
const tierGate = (inputs: DecisionInputs, tier: Tier): LeaveReason | null => {
  if (inputs.breaker_open) return 'breaker_open'
  if (!isRearmed({ tokensSinceRearm: inputs.tokens_since_rearm, windowTokens: inputs.usage.window_tokens }))
    return 'not_rearmed'
  return inputs.at === 'mid_turn' && tier !== 'emergency' && !inputs.model_available ? 'no_model' : null
}

/** `turn_complete` is a fact of where the question is asked, not of what was seen: never mid-turn, always else. */
const seen = (inputs: DecisionInputs): ReadonlySet<Boundary> => {
  const boundaries = new Set(inputs.boundaries)
  if (inputs.at === 'mid_turn') boundaries.delete('turn_complete')
  else boundaries.add('turn_complete')
  return boundaries
}

const requiredAndSeen = (inputs: DecisionInputs, tier: Tier): Boundary[] => {
  const present = seen(inputs)
  const required = inputs.policy[tier].requires_any_boundary
  return ALL.filter((boundary) => required.includes(boundary) && present.has(boundary))
}

type Satisfied = {
  readonly inputs: DecisionInputs
  readonly tier: Tier
  readonly boundaries: readonly Boundary[]
}

const boundaryGate = ({ inputs, tier, boundaries }: Satisfied): LeaveReason | null => {
  if (tier === 'emergency') return null
  if (boundaries.length === 0) return 'no_boundary'
  const policy = inputs.policy[tier]
  if (!policy.plan_boundaries_require_semantic_break || !boundaries.every((boundary) => PLAN.has(boundary))) return null
  return liftsPlanGate(inputs, policy) ? null : 'plan_without_break'
}

/** A commit or a PR step lifts the gate even where the tier does not list them; so does any semantic break. */
const liftsPlanGate = (inputs: DecisionInputs, policy: EffectiveTier): boolean => {
  const present = seen(inputs)
  if (inputs.semantic_break || present.has('commit') || present.has('pr_checkpoint')) return true
  return policy.requires_any_boundary.includes('turn_complete') && present.has('turn_complete')
}

/** Mid-turn ignores the mode: it exists so that the turn does not run out of room. */
const modeGate = (inputs: DecisionInputs): LeaveReason | null => {
  if (inputs.at === 'mid_turn' || inputs.mode === 'auto') return null
  return inputs.mode === 'tag' ? 'mode_tag' : 'mode_suggest'
}

/** Without a model the prompt is skipped, which is no failure; emergency never asks. */
const judgmentPrompt = (inputs: DecisionInputs, tier: Tier): string | null =>
  tier === 'emergency' || !inputs.model_available ? null : (inputs.policy[tier].decision_prompt_path ?? null)

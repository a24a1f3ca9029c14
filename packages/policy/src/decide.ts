/**
 * The decision: pressure, then boundaries, then the plan gate, then what the mode and the prompts say. A pure function
 * of {@link DecisionInputs}: a record of the inputs replays to the same answer, reason included (L17).
 */
import type { Boundary, Decision, DecisionInputs, EffectiveTier, LeaveReason, Tier, Trigger } from '@rawr/protocol'
import { isWorthIt } from './cost-model.ts'
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
  if (inputs.limit !== undefined) return decideAtLimit(inputs, inputs.limit)
  const closed = closedGate(inputs)
  if (closed !== null) return { kind: 'leave', why: closed }
  const tier = pickTier(inputs.usage, inputs.policy)
  if (tier === null) return { kind: 'leave', why: 'no_tier' }
  const boundaries = requiredAndSeen(inputs, tier)
  const why =
    tierGate(inputs, tier) ??
    boundaryGate({ inputs, tier, boundaries }) ??
    costGate(inputs, tier) ??
    modeGate(inputs) ??
    verdictGate(inputs, tier)
  if (why !== null) return { kind: 'leave', why, tier }
  const trigger = triggerOf(inputs)
  const prompt = judgmentPrompt(inputs, tier)
  return prompt === null
    ? { kind: 'compact', trigger, tier, boundaries }
    : { kind: 'judge', trigger, tier, boundaries, prompt }
}

/**
 * Where a request would not go through, neither mode nor boundaries are asked. Growth is no condition there either, the
 * breaker bounds it; the built-in limit, which only comes close to that, re-arms as every automatic path does.
 */
const decideAtLimit = (inputs: DecisionInputs, limit: NonNullable<DecisionInputs['limit']>): Decision => {
  const tier = pickTier(inputs.usage, inputs.policy) ?? 'emergency'
  if (inputs.breaker_open) return { kind: 'leave', why: 'breaker_open', tier }
  if (limit === 'built_in' && !hasGrown(inputs)) return { kind: 'leave', why: 'not_rearmed', tier }
  return { kind: 'compact', trigger: limit, tier, boundaries: [] }
}

const triggerOf = ({ at, agent_request }: DecisionInputs): Trigger => {
  if (agent_request === true) return 'agent_request'
  return at === 'mid_turn' ? 'mid_turn' : 'auto_watcher'
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
  if (!hasGrown(inputs)) return 'not_rearmed'
  return inputs.at === 'mid_turn' && tier !== 'emergency' && !inputs.model_available ? 'no_model' : null
}

const hasGrown = ({ tokens_since_rearm, usage }: DecisionInputs): boolean =>
  isRearmed({ tokensSinceRearm: tokens_since_rearm, windowTokens: usage.window_tokens })

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
  if (tier === 'emergency' || isHeard(inputs, tier)) return null
  if (boundaries.length === 0) return 'no_boundary'
  const policy = inputs.policy[tier]
  if (!policy.plan_boundaries_require_semantic_break || !boundaries.every((boundary) => PLAN.has(boundary))) return null
  return liftsPlanGate(inputs, policy) ? null : 'plan_without_break'
}

/** The agent knows where its work ends, but not how much room it has: while it is early its wish counts for nothing. */
const isHeard = ({ agent_request }: DecisionInputs, tier: Tier): boolean => agent_request === true && tier !== 'early'

/** A commit or a PR step lifts the gate even where the tier does not list them; so does any semantic break. */
const liftsPlanGate = (inputs: DecisionInputs, policy: EffectiveTier): boolean => {
  const present = seen(inputs)
  if (inputs.semantic_break || present.has('commit') || present.has('pr_checkpoint')) return true
  return policy.requires_any_boundary.includes('turn_complete') && present.has('turn_complete')
}

/** Only where it was switched on, and only while there is time to wait for a better moment. */
const costGate = ({ cost }: DecisionInputs, tier: Tier): LeaveReason | null =>
  cost?.gate === true && (tier === 'early' || tier === 'ready') && !isWorthIt(cost) ? 'not_worth_it' : null

/** Mid-turn ignores the mode: it exists so that the turn does not run out of room. */
const modeGate = (inputs: DecisionInputs): LeaveReason | null => {
  if (inputs.at === 'mid_turn' || inputs.mode === 'auto') return null
  return inputs.mode === 'tag' ? 'mode_tag' : 'mode_suggest'
}

/** A judgment can only veto. One that failed is no reason to wait where it presses, and one to wait where it does not. */
const verdictGate = ({ verdict }: DecisionInputs, tier: Tier): LeaveReason | null => {
  switch (verdict) {
    case undefined:
    case 'approved':
      return null
    case 'vetoed':
      return 'vetoed'
    case 'user_spoke':
      return 'user_spoke'
    case 'failed':
      return tier === 'early' || tier === 'ready' ? 'judgment_failed' : null
  }
}

/** Without a model the prompt is skipped, which is no failure; emergency never asks, and nobody is asked twice. */
const judgmentPrompt = (inputs: DecisionInputs, tier: Tier): string | null => {
  if (tier === 'emergency' || !inputs.model_available) return null
  if (inputs.verdict !== undefined || inputs.agent_request === true) return null
  return inputs.policy[tier].decision_prompt_path ?? null
}

/** A decision in one plain sentence: what was seen, what that asks for, and which gate said no. */
import type { Boundary, Decision, DecisionInputs, LeaveReason, Limit, Tier, Verdict } from '@rawr/protocol'
import { tokensToRearm } from './rearm.ts'
import { roundTokens } from './round-tokens.ts'
import { isFloorTooLarge } from './tier.ts'

export type Explained = { readonly inputs: DecisionInputs; readonly decision: Decision }

export const explain = ({ inputs, decision }: Explained): string => {
  switch (decision.kind) {
    case 'leave':
      return `Left alone at ${pressure(inputs, decision.tier)}: ${reason(inputs, decision)}.`
    case 'judge':
      return `Asking ${decision.prompt} at ${pressure(inputs, decision.tier)}, after ${listed(decision.boundaries)}.`
    case 'compact':
      return `Compacting at ${pressure(inputs, decision.tier)}: ${cause(inputs, decision)}${VERDICTS[inputs.verdict ?? 'none']}.`
  }
}

const LIMITS: Readonly<Record<Limit, string>> = {
  hard_limit: 'the next request would not fit the window',
  overflow: 'the provider said that the context is too large',
  built_in: 'the built-in limit is reached',
}

const cause = (inputs: DecisionInputs, { tier, boundaries }: Extract<Decision, { kind: 'compact' }>): string => {
  if (inputs.limit !== undefined) return LIMITS[inputs.limit]
  if (inputs.agent_request === true) return 'the agent asked for it'
  return tier === 'emergency' ? 'emergency asks for no boundary' : `after ${listed(boundaries)}`
}

/** What a judgment added to a decision that compacts; only one that failed where it presses, or approved, leads here. */
const VERDICTS: Readonly<Record<Verdict | 'none', string>> = {
  none: '',
  approved: '; the judgment approved',
  failed: '; the judgment failed, and at this tier that does not wait',
  vetoed: '',
  user_spoke: '',
}

const pressure = ({ usage }: DecisionInputs, tier: Tier | undefined): string => {
  const left = `${usage.percent_remaining} % left`
  return tier === undefined ? left : `${left} (${tier})`
}

const listed = (boundaries: readonly Boundary[]): string => boundaries.join(', ') || 'nothing'

type Leave = Extract<Decision, { kind: 'leave' }>

const REASONS: Readonly<Record<LeaveReason, string | ((inputs: DecisionInputs, tier: Tier | undefined) => string)>> = {
  feature_off: 'automatic compaction is switched off',
  no_tier: (inputs) => noTier(inputs),
  no_boundary: (inputs, tier) => noBoundary(inputs, tier),
  plan_without_break: 'only the plan moved, and at this tier that needs a sign that a phase ended',
  not_rearmed: ({ tokens_since_rearm, usage }) =>
    `grown by ${roundTokens(tokens_since_rearm ?? 0)} tokens since the last attempt, ${roundTokens(tokensToRearm(usage.window_tokens))} are needed`,
  not_worth_it: ({ cost }) => notWorthIt(cost),
  vetoed: 'the judgment said no',
  judgment_failed: 'the judgment failed, and at this tier that means no',
  breaker_open: 'the last compactions failed or freed too little, so automatic ones pause until the context has grown',
  busy: 'a compaction is already on its way',
  review_mode: 'a review is open',
  user_spoke: 'the user spoke first',
  no_model: 'no model is there to write the packet',
  mode_tag: 'it would compact, but the mode is tag',
  mode_suggest: 'it would compact, but the mode is suggest',
}

const reason = (inputs: DecisionInputs, { why, tier }: Leave): string => {
  const text = REASONS[why]
  return typeof text === 'string' ? text : text(inputs, tier)
}

const notWorthIt = (cost: DecisionInputs['cost']): string =>
  cost === undefined
    ? 'the compaction would cost more than it saves'
    : `about ${Math.round(cost.expected_calls)} requests would each save ${roundTokens(cost.saved_tokens)} cached tokens, which is less than the ${roundTokens(cost.one_off_tokens)} it costs at once`

const noTier = ({ usage, policy }: DecisionInputs): string => {
  if (isFloorTooLarge(usage))
    return `instructions, tools and pins hold ${roundTokens(usage.floor_tokens)} of ${roundTokens(usage.effective_tokens)} tokens, more than a compaction can help`
  if (usage.percent_remaining < policy.early.percent_remaining_lt)
    return `only ${roundTokens(Math.max(0, usage.used_tokens - usage.floor_tokens))} tokens could be freed, less than a tenth of the window`
  return `no tier begins before ${policy.early.percent_remaining_lt} %`
}

const noBoundary = (inputs: DecisionInputs, tier: Tier | undefined): string => {
  const required = tier === undefined ? [] : inputs.policy[tier].requires_any_boundary
  return `the tier waits for one of ${listed(required)}; seen: ${listed(inputs.boundaries)}`
}

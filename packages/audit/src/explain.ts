/** Why a thread was compacted, or was not: each record in plain sentences, from its own inputs. */
import { explain, isRearmed, pickTier, roundTokens, tokensToRearm } from '@rawr/policy'
import type { DecisionInputs, DecisionOutcome, DecisionRecord, Tier } from '@rawr/protocol'
import { replays } from './record.ts'

/** The path, what was decided, tier, boundaries, gate, re-arm and outcome: one sentence each, in this order. */
export const why = (record: DecisionRecord): readonly string[] => {
  const { inputs, decision } = record
  const tier = pickTier(inputs.usage, inputs.policy)
  return [
    `${pathSentence(record)}${record.count > 1 ? ` ${record.count} times in a row` : ''}.`,
    explain({ inputs, decision }),
    pressureSentence(inputs, tier),
    ...(tier === null ? [] : boundarySentences(inputs, tier)),
    ...heardSentence(inputs),
    rearmSentence(inputs),
    ...costSentence(inputs),
    ...(record.judgment === undefined ? [] : [`Judgment: ${record.judgment.reason}`]),
    OUTCOMES[record.outcome],
    ...(replays(record) ? [] : ['The policy of this version would decide differently.']),
  ]
}

const ACTORS: Readonly<Record<DecisionRecord['actor'], string>> = {
  watcher: 'The watcher',
  mid_turn: 'Mid-turn compaction',
  shadow: 'The shadow arbiter',
  hard_limit: 'The hard limit',
  built_in: 'The built-in limit',
}

const PLACES: Readonly<Record<DecisionInputs['at'], string>> = {
  turn_end: 'asked at the end of a turn',
  deferred: 'asked before a message of the user was sent',
  mid_turn: 'asked between two model requests of a turn',
  limit: 'was reached around a model request',
  idle: 'asked while nothing was going on, before the provider forgets the prefix',
}

const pathSentence = ({ actor, inputs }: DecisionRecord): string => `${ACTORS[actor]} ${PLACES[inputs.at]}`

const pressureSentence = ({ usage, policy }: DecisionInputs, tier: Tier | null): string => {
  const mark = usage.source === 'divisors' ? '~' : ''
  const figures = `${mark}${roundTokens(usage.used_tokens)} of ${roundTokens(usage.effective_tokens)} usable tokens, ${usage.percent_remaining} % left`
  return tier === null
    ? `Pressure: ${figures}; no tier holds.`
    : `Pressure: ${figures}, which is below the ${policy[tier].percent_remaining_lt} % of ${tier}.`
}

/** What waits for no boundary is not told of the ones it would have needed. */
const boundarySentences = (inputs: DecisionInputs, tier: Tier): readonly string[] => {
  const { boundaries, policy } = inputs
  if (inputs.limit !== undefined) return ['Boundaries: a limit asks for none.']
  if (inputs.agent_request === true) return ['Boundaries: a wish of the agent asks for none.']
  if (tier === 'emergency') return ['Boundaries: emergency asks for none.']
  const required = policy[tier].requires_any_boundary.join(', ') || 'none'
  return [
    `Boundaries: ${boundaries.join(', ') || 'none'} seen; any of ${required} is required.`,
    ...gateSentence(inputs, tier),
  ]
}

const gateSentence = ({ policy, semantic_break }: DecisionInputs, tier: Tier): readonly string[] =>
  policy[tier].plan_boundaries_require_semantic_break
    ? [
        `Plan gate: a plan step alone needs a sign that a phase ended; the last message ${semantic_break ? 'gave one' : 'gave none'}.`,
      ]
    : []

/** The signs the semantic boundaries were read from, those against them included. */
const heardSentence = ({ heard = [] }: DecisionInputs): readonly string[] => {
  const spoken = heard.filter(({ signs }) => signs.some((sign) => sign !== 'ended_turn'))
  if (spoken.length === 0) return []
  const classes = spoken.map(
    ({ boundary, points, needed, signs }) => `${boundary} ${points} of ${needed} points (${signs.join(', ')})`,
  )
  return [`Last message: ${classes.join('; ')}.`]
}

const rearmSentence = ({ tokens_since_rearm, usage, breaker_open }: DecisionInputs): string => {
  const breaker = breaker_open ? ' The breaker is open.' : ''
  if (tokens_since_rearm === null) return `Re-arm: nothing was tried before.${breaker}`
  const isReady = isRearmed({ tokensSinceRearm: tokens_since_rearm, windowTokens: usage.window_tokens })
  return `Re-arm: ${roundTokens(tokens_since_rearm)} of ${roundTokens(tokensToRearm(usage.window_tokens))} tokens since the last attempt, ${isReady ? 'enough' : 'too few'}.${breaker}`
}

const costSentence = ({ cost, usage }: DecisionInputs): readonly string[] => {
  if (cost === undefined || cost.saved_tokens === 0) return []
  const mark = usage.source === 'divisors' ? '~' : ''
  return [
    `Cost: expected to save ${mark}${roundTokens(cost.saved_tokens)} tokens on each of about ${Math.round(cost.expected_calls)} requests, for ${mark}${roundTokens(cost.one_off_tokens)} tokens once; the cache is ${cost.cache}${cost.gate ? '' : ', and cost decides nothing here (compact.cost_gate)'}.`,
  ]
}

const OUTCOMES: Readonly<Record<DecisionOutcome, string>> = {
  pending: 'Outcome: not known; it was still on its way when this was written.',
  left: 'Outcome: the history was left alone.',
  compacted: 'Outcome: the history was compacted.',
  failed: 'Outcome: the compaction failed, the history stayed as it was.',
  vetoed: 'Outcome: a judgment vetoed it.',
  cancelled: 'Outcome: the user cancelled it.',
  deferred: 'Outcome: put off to the next message of the user.',
}

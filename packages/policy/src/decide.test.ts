import {
  Boundary,
  DEFAULT_SETTINGS,
  type Decision,
  type DecisionInputs,
  type EffectivePolicy,
  type EffectiveTier,
  type Tier,
} from '@rawr/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contextUsage } from './context-pressure.ts'
import { decide } from './decide.ts'
import { effectivePolicy } from './effective-policy.ts'
import { explain } from './explain.ts'

const standard = effectivePolicy({ settings: DEFAULT_SETTINGS.rawr_auto_compaction })

/** Used tokens of a 200,000-token window that lie in each tier. */
const USED = { none: 10_000, early: 40_000, ready: 60_000, asap: 100_000, emergency: 170_000 } as const

const usageAt = (usedTokens: number) =>
  contextUsage({ windowTokens: 200_000, usedTokens, floorTokens: 5_000, source: 'reported' })

const withTier = (tier: Tier, change: Partial<EffectiveTier>): EffectivePolicy => ({
  ...standard,
  [tier]: { ...standard[tier], ...change },
})

const inputsWith = (used: keyof typeof USED, change: Partial<DecisionInputs> = {}): DecisionInputs => ({
  feature_on: true,
  mode: 'auto',
  at: 'turn_end',
  usage: usageAt(USED[used]),
  policy: standard,
  boundaries: [],
  semantic_break: false,
  tokens_since_rearm: null,
  breaker_open: false,
  busy: false,
  review_mode: false,
  model_available: true,
  ...change,
})

type Row = [used: keyof typeof USED, change: Partial<DecisionInputs>, expected: string]

/** The decision in a word or two: `leave no_tier`, `compact ready commit`, `judge early ask.md`. */
const short = (decision: Decision): string => {
  if (decision.kind === 'leave') return `leave ${decision.why}`
  if (decision.kind === 'judge') return `judge ${decision.tier} ${decision.prompt}`
  return ['compact', decision.tier, ...decision.boundaries].join(' ')
}

const checkAll = (rows: readonly Row[]) => {
  for (const [used, change, expected] of rows)
    expect([used, change, short(decide(inputsWith(used, change)))]).toEqual([used, change, expected])
}

test('closed gates come before any pressure', () => {
  checkAll([
    ['emergency', { feature_on: false }, 'leave feature_off'],
    ['emergency', { review_mode: true }, 'leave review_mode'],
    ['emergency', { busy: true }, 'leave busy'],
    ['none', { boundaries: ['commit'] }, 'leave no_tier'],
  ])
})

test('each tier waits for its own boundaries', () => {
  checkAll([
    ['early', { boundaries: ['commit'] }, 'leave no_boundary'],
    ['early', { boundaries: ['pr_checkpoint'] }, 'compact early pr_checkpoint'],
    ['early', { boundaries: ['topic_shift'], semantic_break: true }, 'compact early topic_shift'],
    ['early', { boundaries: ['agent_done'], semantic_break: true }, 'leave no_boundary'],
    ['ready', { boundaries: ['commit'] }, 'compact ready commit'],
    ['asap', { boundaries: ['agent_done'], semantic_break: true }, 'compact asap agent_done'],
    ['asap', { boundaries: ['concluding_thought', 'commit'] }, 'compact asap commit concluding_thought'],
    ['asap', {}, 'leave no_boundary'],
    ['emergency', {}, 'compact emergency'],
  ])
})

test('the plan gate holds in early and ready, and is lifted by a commit, a PR step, a required turn end or a break', () => {
  const turnEnd = withTier('early', { requires_any_boundary: ['plan_update', 'turn_complete'] })
  const planOnly = withTier('early', { requires_any_boundary: ['plan_update'] })
  const ungated = withTier('early', { plan_boundaries_require_semantic_break: false })
  checkAll([
    ['early', { boundaries: ['plan_update'] }, 'leave plan_without_break'],
    ['ready', { boundaries: ['plan_update', 'plan_checkpoint'] }, 'leave plan_without_break'],
    ['early', { boundaries: ['plan_update', 'commit'] }, 'compact early plan_update'],
    ['early', { boundaries: ['plan_update', 'pr_checkpoint'], policy: planOnly }, 'compact early plan_update'],
    ['early', { boundaries: ['plan_update', 'agent_done'], semantic_break: true }, 'compact early plan_update'],
    ['early', { boundaries: ['plan_update'], policy: turnEnd }, 'compact early plan_update turn_complete'],
    ['early', { boundaries: ['plan_update'], policy: ungated }, 'compact early plan_update'],
    ['asap', { boundaries: ['plan_update'] }, 'compact asap plan_update'],
  ])
})

test('the end of the turn is seen at a turn end and from deferred, never in mid-turn', () => {
  const policy = withTier('ready', { requires_any_boundary: ['turn_complete'] })
  checkAll([
    ['ready', { policy }, 'compact ready turn_complete'],
    ['ready', { policy, at: 'deferred' }, 'compact ready turn_complete'],
    ['ready', { policy, at: 'mid_turn', boundaries: ['turn_complete'] }, 'leave no_boundary'],
  ])
})

test('an open breaker and too little growth stop every tier', () => {
  checkAll([
    ['emergency', { breaker_open: true }, 'leave breaker_open'],
    ['emergency', { tokens_since_rearm: 3_999 }, 'leave not_rearmed'],
    ['emergency', { tokens_since_rearm: 4_000 }, 'compact emergency'],
  ])
})

test('tag and suggest only say what they would do, and mid-turn ignores them', () => {
  const policy = withTier('ready', { decision_prompt_path: 'ask.md' })
  checkAll([
    ['ready', { mode: 'tag', boundaries: ['commit'], policy }, 'leave mode_tag'],
    ['ready', { mode: 'suggest', boundaries: ['commit'] }, 'leave mode_suggest'],
    ['ready', { mode: 'suggest' }, 'leave no_boundary'],
    ['emergency', { mode: 'tag' }, 'leave mode_tag'],
    ['ready', { mode: 'tag', at: 'mid_turn', boundaries: ['commit'] }, 'compact ready commit'],
  ])
})

test('a decision prompt is asked but in emergency and without a model', () => {
  const policy = withTier('ready', { decision_prompt_path: 'ask.md' })
  const urgent = withTier('emergency', { decision_prompt_path: 'ask.md' })
  checkAll([
    ['ready', { boundaries: ['commit'], policy }, 'judge ready ask.md'],
    ['ready', { policy }, 'leave no_boundary'],
    ['ready', { boundaries: ['commit'], policy, model_available: false }, 'compact ready commit'],
    ['emergency', { policy: urgent }, 'compact emergency'],
  ])
})

test('without a model there is no mid-turn packet, and only emergency goes on', () => {
  checkAll([
    ['ready', { at: 'mid_turn', boundaries: ['commit'], model_available: false }, 'leave no_model'],
    ['emergency', { at: 'mid_turn', model_available: false }, 'compact emergency'],
  ])
})

test('a judgment can only veto; one that failed leaves it in early and ready and goes on in asap', () => {
  const asking = { decision_prompt_path: 'ask.md' }
  const policy = {
    ...standard,
    early: { ...standard.early, ...asking },
    ready: { ...standard.ready, ...asking },
    asap: { ...standard.asap, ...asking },
  }
  const seen = { boundaries: ['topic_shift'], semantic_break: true, policy } satisfies Partial<DecisionInputs>
  checkAll([
    ['early', seen, 'judge early ask.md'],
    ['early', { ...seen, verdict: 'approved' }, 'compact early topic_shift'],
    ['early', { ...seen, verdict: 'vetoed' }, 'leave vetoed'],
    ['early', { ...seen, verdict: 'failed' }, 'leave judgment_failed'],
    ['ready', { ...seen, verdict: 'failed' }, 'leave judgment_failed'],
    ['asap', { ...seen, verdict: 'failed' }, 'compact asap topic_shift'],
    ['asap', { ...seen, verdict: 'vetoed' }, 'leave vetoed'],
    ['asap', { ...seen, verdict: 'user_spoke' }, 'leave user_spoke'],
    // It cannot approve what a gate refuses.
    ['ready', { policy, verdict: 'approved' }, 'leave no_boundary'],
  ])
})

test('a limit asks for no boundary, no mode and no feature; only the breaker stops it, and growth the built-in one', () => {
  const policy = withTier('ready', { decision_prompt_path: 'ask.md' })
  checkAll([
    ['emergency', { at: 'limit', limit: 'hard_limit', feature_on: false, mode: 'tag' }, 'compact emergency'],
    ['none', { at: 'limit', limit: 'overflow', tokens_since_rearm: 0 }, 'compact emergency'],
    ['ready', { at: 'limit', limit: 'built_in', policy }, 'compact ready'],
    ['ready', { at: 'limit', limit: 'built_in', tokens_since_rearm: 3_999 }, 'leave not_rearmed'],
    ['emergency', { at: 'limit', limit: 'hard_limit', breaker_open: true }, 'leave breaker_open'],
  ])
})

test('the agent may ask, and is heard once it is no longer early', () => {
  checkAll([
    ['none', { at: 'mid_turn', agent_request: true }, 'leave no_tier'],
    ['early', { at: 'mid_turn', agent_request: true }, 'leave no_boundary'],
    ['ready', { at: 'mid_turn', agent_request: true }, 'compact ready'],
    ['ready', { at: 'mid_turn', agent_request: true, tokens_since_rearm: 12 }, 'leave not_rearmed'],
    ['ready', { at: 'mid_turn', agent_request: true, breaker_open: true }, 'leave breaker_open'],
  ])
  expect(decide(inputsWith('ready', { at: 'mid_turn', agent_request: true }))).toMatchObject({
    trigger: 'agent_request',
  })
})

test('the cost gate is asked in early and ready only, and only where it is on', () => {
  const cost = { expected_calls: 2, saved_tokens: 1_000, one_off_tokens: 9_000, cache: 'warm', gate: true } as const
  const paying = { ...cost, saved_tokens: 90_000 }
  checkAll([
    ['early', { boundaries: ['pr_checkpoint'], cost }, 'leave not_worth_it'],
    ['ready', { boundaries: ['commit'], cost }, 'leave not_worth_it'],
    ['ready', { boundaries: ['commit'], cost: paying }, 'compact ready commit'],
    ['ready', { boundaries: ['commit'], cost: { ...cost, gate: false } }, 'compact ready commit'],
    ['asap', { boundaries: ['commit'], cost }, 'compact asap commit'],
    ['emergency', { cost }, 'compact emergency'],
  ])
})

test('the trigger says who asked', () => {
  expect(decide(inputsWith('emergency', { at: 'mid_turn' }))).toMatchObject({ trigger: 'mid_turn' })
  expect(decide(inputsWith('emergency', { at: 'deferred' }))).toMatchObject({ trigger: 'auto_watcher' })
})

const boundaries = fc.subarray(Boundary.options)
const someTier = fc.record({
  percent_remaining_lt: fc.integer({ min: 0, max: 100 }),
  requires_any_boundary: boundaries,
  plan_boundaries_require_semantic_break: fc.boolean(),
})
const someInputs: fc.Arbitrary<DecisionInputs> = fc.record({
  feature_on: fc.boolean(),
  mode: fc.constantFrom('tag', 'suggest', 'auto'),
  at: fc.constantFrom('turn_end', 'deferred', 'mid_turn', 'idle'),
  usage: fc.nat(220_000).map(usageAt),
  policy: fc.record({ early: someTier, ready: someTier, asap: someTier, emergency: someTier }),
  boundaries,
  semantic_break: fc.boolean(),
  tokens_since_rearm: fc.option(fc.nat(20_000)),
  breaker_open: fc.boolean(),
  busy: fc.boolean(),
  review_mode: fc.boolean(),
  model_available: fc.boolean(),
  agent_request: fc.boolean(),
  verdict: fc.constantFrom('approved', 'vetoed', 'failed', 'user_spoke', undefined),
  cost: fc.record({
    expected_calls: fc.nat(50),
    saved_tokens: fc.nat(100_000),
    one_off_tokens: fc.nat(100_000),
    cache: fc.constantFrom('warm', 'cold'),
    gate: fc.boolean(),
  }),
})

test('a decision depends on its inputs alone, survives the log, and can be told in one line', () => {
  fc.assert(
    fc.property(someInputs, (inputs) => {
      const decision = decide(inputs)
      const sentence = explain({ inputs, decision })
      expect(decide(JSON.parse(JSON.stringify(inputs)))).toEqual(decision)
      return !sentence.includes('\n') && !sentence.includes('undefined') && sentence.endsWith('.')
    }),
  )
})

test('nothing is done while a gate is closed, and emergency never asks for a judgment', () => {
  fc.assert(
    fc.property(someInputs, (inputs) => {
      const decision = decide(inputs)
      if (!inputs.feature_on || inputs.busy || inputs.review_mode || inputs.breaker_open)
        return decision.kind === 'leave'
      return !(decision.kind === 'judge' && decision.tier === 'emergency')
    }),
  )
})

test('more boundaries never turn a compaction into a leave', () => {
  fc.assert(
    fc.property(someInputs, boundaries, (inputs, more) => {
      const acts = decide(inputs).kind !== 'leave'
      return !acts || decide({ ...inputs, boundaries: [...new Set([...inputs.boundaries, ...more])] }).kind !== 'leave'
    }),
  )
})

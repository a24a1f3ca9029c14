/**
 * One evaluation of the policy, with all it was decided from: replaying `inputs` gives the same `decision` (L17). Equal
 * `leave` decisions in a row of one turn fold into one record with a count.
 */
import { z } from 'zod'
import { Boundary, LeaveReason, Tier, Trigger } from './compaction.ts'
import { RequestId, TurnId } from './ids.ts'
import { ContextUsage } from './token-usage.ts'
import { Tokens, UnixMillis } from './units.ts'

/** A tier as it applies, after files and defaults were merged. */
export const EffectiveTier = z.object({
  percent_remaining_lt: z.number().min(0).max(100),
  requires_any_boundary: z.array(Boundary),
  plan_boundaries_require_semantic_break: z.boolean(),
  decision_prompt_path: z.string().optional(),
})
export type EffectiveTier = z.infer<typeof EffectiveTier>

export const EffectivePolicy = z.object({
  early: EffectiveTier,
  ready: EffectiveTier,
  asap: EffectiveTier,
  emergency: EffectiveTier,
})
export type EffectivePolicy = z.infer<typeof EffectivePolicy>

/** How a judgment that was asked for came out. `failed`: an error, no answer in time, or one that is no JSON. */
export const Verdict = z.enum(['approved', 'vetoed', 'failed', 'user_spoke'])
export type Verdict = z.infer<typeof Verdict>

/** A limit that does not wait for a boundary: the request does not fit, the provider said so, or the feature is off. */
export const Limit = z.enum(['hard_limit', 'overflow', 'built_in'])
export type Limit = z.infer<typeof Limit>

/** What a compaction is expected to cost and save, in input tokens at full price. */
export const CompactionCost = z.object({
  /** Requests that will be made on the shorter history. */
  expected_calls: z.number().nonnegative(),
  saved_tokens: Tokens,
  /** The summary's own request, and what the broken cache costs once. */
  one_off_tokens: Tokens,
  /** Whether the provider still holds the prefix: a cold one is paid for in full either way. */
  cache: z.enum(['warm', 'cold']),
  /** `compact.cost_gate`: only then the figures decide anything. */
  gate: z.boolean(),
})
export type CompactionCost = z.infer<typeof CompactionCost>

/** What is read from the agent's last message, by its words or by its form, and from the turn it ended. */
export const SemanticSign = z.enum([
  'ended_turn',
  'used_tools',
  'says_done',
  'says_conclusion',
  'says_shift',
  'says_unfinished',
  'opens_in_past',
  'opens_with_answer',
  'reports_checks',
  'gives_reasons',
  'tells_new_state',
  'heads_summary',
  'is_remark',
  'is_report',
  'is_long_report',
  'announces_work',
  'asks_choice',
  'asks_much',
  'asks_to_go_on',
  'asks_to_try',
  'offers_work',
  'proposes',
  'ends_conditional',
  'weighs_options',
  'hedges',
  'in_other_language',
])
export type SemanticSign = z.infer<typeof SemanticSign>

/** One class of what a last message may say: heard where its signs have the points that are needed. */
export const Heard = z.object({
  boundary: z.enum(['agent_done', 'topic_shift', 'concluding_thought']),
  /** An earlier version heard others: its logs stay readable. */
  signs: z.array(SemanticSign.or(z.string())),
  points: z.number().int(),
  needed: z.number().int(),
})
export type Heard = z.infer<typeof Heard>

export const DecisionInputs = z.object({
  feature_on: z.boolean(),
  mode: z.enum(['tag', 'suggest', 'auto']),
  /** Where the question was asked: all but `mid_turn` and `limit` see `turn_complete`. */
  at: z.enum(['turn_end', 'deferred', 'mid_turn', 'limit', 'idle']),
  /** Only with `at: limit`. */
  limit: Limit.optional(),
  /** The agent itself asked for it (`request_compaction`): no boundary and no judgment is needed. */
  agent_request: z.boolean().optional(),
  /** The answer to the judgment this evaluation asked for; absent: nobody was asked yet. */
  verdict: Verdict.optional(),
  cost: CompactionCost.optional(),
  usage: ContextUsage,
  policy: EffectivePolicy,
  /** Seen since the turn began, semantic ones included. */
  boundaries: z.array(Boundary),
  semantic_break: z.boolean(),
  /** What the semantic boundaries were read from, those that were not heard included; for whoever asks why. */
  heard: z.array(Heard).optional(),
  /** Growth since the last attempt; `null` where there was none. */
  tokens_since_rearm: Tokens.nullable(),
  breaker_open: z.boolean(),
  busy: z.boolean(),
  review_mode: z.boolean(),
  model_available: z.boolean(),
})
export type DecisionInputs = z.infer<typeof DecisionInputs>

/** Leave the history alone, ask a model first, or compact. */
export const Decision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('leave'), why: LeaveReason, tier: Tier.optional() }),
  z.object({
    kind: z.literal('judge'),
    trigger: Trigger,
    tier: Tier,
    boundaries: z.array(Boundary),
    prompt: z.string(),
  }),
  z.object({ kind: z.literal('compact'), trigger: Trigger, tier: Tier, boundaries: z.array(Boundary) }),
])
export type Decision = z.infer<typeof Decision>

export const DecisionOutcome = z.enum(['pending', 'left', 'compacted', 'failed', 'vetoed', 'cancelled', 'deferred'])
export type DecisionOutcome = z.infer<typeof DecisionOutcome>

/** What the model said when it was asked. */
export const JudgmentNote = z.object({ request_id: RequestId, reason: z.string() })
export type JudgmentNote = z.infer<typeof JudgmentNote>

export const DecisionRecord = z.object({
  id: RequestId,
  at: UnixMillis,
  actor: z.enum(['watcher', 'mid_turn', 'shadow', 'hard_limit', 'built_in']),
  turn_id: TurnId.optional(),
  inputs: DecisionInputs,
  decision: Decision,
  /** Evaluations folded into this record, ≥ 1. */
  count: z.number().int().positive(),
  /** The inputs of the last evaluation folded in, where there was more than one. */
  last_inputs: DecisionInputs.optional(),
  outcome: DecisionOutcome,
  judgment: JudgmentNote.optional(),
})
export type DecisionRecord = z.infer<typeof DecisionRecord>

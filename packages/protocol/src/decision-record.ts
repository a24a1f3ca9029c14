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

export const DecisionInputs = z.object({
  feature_on: z.boolean(),
  mode: z.enum(['tag', 'suggest', 'auto']),
  /** Where the question was asked: only `turn_end` and `deferred` may see `turn_complete`. */
  at: z.enum(['turn_end', 'deferred', 'mid_turn']),
  usage: ContextUsage,
  policy: EffectivePolicy,
  /** Seen since the turn began, semantic ones included. */
  boundaries: z.array(Boundary),
  semantic_break: z.boolean(),
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
})
export type DecisionRecord = z.infer<typeof DecisionRecord>

/** Words shared by whoever asks for, decides, performs or reports a compaction. */
import { z } from 'zod'
import { HistoryItem } from './history-item.ts'
import { CompactionId, ItemId, PlanId, RequestId } from './ids.ts'
import { Millis, TokenSource, Tokens } from './units.ts'

/** How pressing it is, from least to most. */
export const Tier = z.enum(['early', 'ready', 'asap', 'emergency'])
export type Tier = z.infer<typeof Tier>

/** An observed sign that a phase of the work ended. */
export const Boundary = z.enum([
  'commit',
  'pr_checkpoint',
  'plan_checkpoint',
  'plan_update',
  'agent_done',
  'topic_shift',
  'concluding_thought',
  'turn_complete',
])
export type Boundary = z.infer<typeof Boundary>

/** Who asked. */
export const Trigger = z.enum([
  'manual',
  'auto_watcher',
  'mid_turn',
  'hard_limit',
  'overflow',
  'built_in',
  'background',
  'agent_request',
])
export type Trigger = z.infer<typeof Trigger>

export const Strategy = z.enum(['auto', 'micro', 'extractive', 'hierarchical', 'full', 'inline', 'remote'])
export type Strategy = z.infer<typeof Strategy>

/** What really ran: a strategy, the last rung of the ladder, or nothing because there was too little to gain. */
export const RanStrategy = z.enum([
  'micro',
  'extractive',
  'hierarchical',
  'full',
  'inline',
  'remote',
  'hard_cut',
  'none',
])
export type RanStrategy = z.infer<typeof RanStrategy>

/** Why the policy left the history alone (L17). */
export const LeaveReason = z.enum([
  'feature_off',
  'no_tier',
  'no_boundary',
  'plan_without_break',
  'not_rearmed',
  'not_worth_it',
  'vetoed',
  'judgment_failed',
  'breaker_open',
  'busy',
  'review_mode',
  'user_spoke',
  'no_model',
  'mode_tag',
  'mode_suggest',
])
export type LeaveReason = z.infer<typeof LeaveReason>

export const CompactFailedReason = z.enum([
  'no_summary',
  'api_error',
  'prompt_too_long',
  'interrupted',
  'rejected',
  'no_gain',
  'pins_too_large',
  'hook_veto',
  'breaker_open',
])
export type CompactFailedReason = z.infer<typeof CompactFailedReason>

/** Which source items each line of an inserted text stands for; lines are counted from 0. */
export const LineSources = z.object({ line: z.number().int().nonnegative(), ids: z.array(ItemId) })
export type LineSources = z.infer<typeof LineSources>

/**
 * One stretch of a view, in order. `keep` names an inclusive range of logged items by its ends; `clear` is a tool
 * result whose text is replaced by `placeholder`; `insert` is an item that exists only in this view.
 */
export const ViewEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keep'), first: ItemId, last: ItemId, handled: z.boolean().optional() }),
  z.object({ kind: z.literal('clear'), id: ItemId, placeholder: z.string() }),
  z.object({ kind: z.literal('insert'), item: HistoryItem, sources: z.array(LineSources) }),
])
export type ViewEntry = z.infer<typeof ViewEntry>

/** What the model sees of the log up to `through`; later items follow it unchanged. */
export const View = z.object({
  /** The last logged item the view accounts for; `null` for a view over nothing. */
  through: ItemId.nullable(),
  entries: z.array(ViewEntry),
})
export type View = z.infer<typeof View>

/** A part of the context that holds room. */
export const HeldPart = z.object({ what: z.string(), tokens: Tokens })
export type HeldPart = z.infer<typeof HeldPart>

/**
 * What a compaction did. Items are counted, so kept + cleared + archived = items before, and pinned ⊆ kept (L16).
 */
export const CompactionReport = z.object({
  compaction_id: CompactionId.optional(),
  plan_id: PlanId.optional(),
  trigger: Trigger,
  requested: Strategy,
  strategy: RanStrategy,
  /** Why another strategy ran than was asked for, or why none did. */
  reason: z.string().optional(),
  tokens_before: Tokens,
  tokens_after: Tokens,
  /** Where the two figures come from; anything but `reported` and `tokenizer` is shown with `~`. */
  estimate: TokenSource,
  kept: z.number().int().nonnegative(),
  cleared: z.number().int().nonnegative(),
  archived: z.number().int().nonnegative(),
  pinned: z.number().int().nonnegative(),
  /** Files that were read again from the disk and stand behind the summary; absent: none. */
  restored: z.number().int().positive().optional(),
  /** Tokens free below the threshold that would compact again (L15). */
  headroom: z.number().int(),
  duration_ms: Millis,
  /** Set where less room is left than L15 asks for: what holds it, largest first. */
  held_by: z.array(HeldPart).optional(),
})
export type CompactionReport = z.infer<typeof CompactionReport>

/** Why a compaction was made, beside its trigger: the answer of the policy it goes back to. */
export const Attribution = z.object({
  /** Of the decision in the audit. */
  decision_id: RequestId,
  tier: Tier,
  percent_remaining: z.number().min(0).max(100),
  boundaries: z.array(Boundary),
  /** Who wrote what the agent goes on from; `none`: a limit left no time for a packet. */
  packet_author: z.enum(['agent', 'watcher', 'none']),
  /** What the decision expected to save, where it counted. */
  predicted_saved_tokens: Tokens.optional(),
})
export type Attribution = z.infer<typeof Attribution>

/** From an op on the wire to an event of the session machine: what the machine may not look up itself is looked up here. */
import { estimateText, turnCount } from '@rawr/compaction'
import { reviewPrompt } from '@rawr/prompts'
import {
  CompactOptions,
  err,
  imageRefusal,
  type Op,
  ok,
  type Result,
  TierPolicy,
  type TurnId,
  textOfInput,
  type UserInput,
} from '@rawr/protocol'
import { fitsEmptyThread } from '../engine/limits.ts'
import type { Refusal, SessionInput } from '../engine/session/state.ts'
import type { Compactor } from './compact.ts'
import { ratesOf } from './gauge.ts'
import type { Judge } from './judge.ts'
import { pinChangeOf } from './log-pins.ts'
import type { Submitted } from './session-deps.ts'
import type { SessionParts } from './session-parts.ts'
import { restoreOf, undoOf } from './undo-of.ts'

export type Admission = {
  readonly parts: SessionParts
  readonly compactor: Compactor
  readonly judge: Judge
  /** The turn that ran last. */
  readonly turnId: () => TurnId | null
  readonly awaits: (requestId: Extract<Op, { type: 'exec_approval' }>['request_id']) => boolean
}

/** What is refused beside a turn must not be refused because the thread was only just opened. */
export const waitsForContext = ({ type }: Op): boolean =>
  ['run_user_shell_command', 'review', 'thread_rollback', 'uncompact', 'recompact', 'history_restore'].includes(type)

export const admit = (admission: Admission, { id, op, clientId }: Submitted): Result<SessionInput, Refusal> => {
  const by = { id, from: clientId }
  switch (op.type) {
    case 'user_turn':
    case 'user_input':
      return ok(messageOf(admission.parts, { id, op, clientId }, op))
    case 'interrupt':
      return ok({ type: 'interrupt_submitted', ...by })
    case 'hold_input':
      return ok({ type: 'hold_submitted', ...by, sequenceId: op.sequence_id, deadline: op.deadline })
    case 'release_input':
      return ok({ type: 'release_submitted', ...by, sequenceId: op.sequence_id, handoff: op.handoff ?? null })
    case 'review':
      return ok(reviewOf(admission.parts, { id, op, clientId }, op))
    case 'patch_approval':
    case 'exec_approval': {
      const { request_id, decision } = op
      return ok({
        type: 'approval_submitted',
        ...by,
        requestId: request_id,
        decision,
        awaited: admission.awaits(request_id),
      })
    }
    case 'compact':
      return ok(compactOf(admission, { id, op, clientId }, op))
    case 'compact_plan': {
      const { type: _type, ...options } = op
      return ok({ type: 'plan_submitted', ...by, options, refusal: offRefusal(admission.parts) })
    }
    case 'uncompact':
    case 'recompact':
      return ok(undoOf(admission.parts, { id, op, clientId }, op))
    case 'history_restore':
      return ok(restoreOf(admission.parts, { id, op, clientId }, op))
    case 'queue_edit':
      return ok(editOf(admission.parts, { id, op, clientId }, op))
    case 'run_user_shell_command':
      return ok({ type: 'command_submitted', ...by, command: op.command })
    case 'thread_rename':
      return ok({ type: 'thread_change_submitted', ...by, change: { name: op.name } })
    case 'thread_archive':
      return ok({ type: 'thread_change_submitted', ...by, change: { archived: op.archived ?? true } })
    case 'thread_rollback':
      return ok({ type: 'rollback_submitted', ...by, turns: op.turns, refusal: rollbackRefusal(admission.parts, op) })
    case 'pin':
    case 'unpin':
      return ok({ type: 'pins_submitted', ...by, ...pinChangeOf(admission.parts, op) })
    case 'report_decision':
      return ok({ type: 'decision_submitted', ...by, record: op.record })
    case 'rawr_auto_compaction_judgment':
      return ok(judgmentOf(admission, { id, op, clientId }, op))
    case 'thread_start':
    case 'thread_resume':
    case 'thread_fork':
    case 'thread_list':
    case 'thread_search':
    case 'context_breakdown':
    case 'explain':
    case 'recall':
    case 'model_list':
    case 'compaction_show':
    case 'history_list':
    case 'history_show':
    case 'override_turn_context':
    case 'shutdown':
      return err({ code: 'invalid', message: `${op.type} is no op of a session.` })
  }
}

type JudgmentOp = Extract<Op, { type: 'rawr_auto_compaction_judgment' }>

const judgmentOf = ({ judge, turnId }: Admission, { id, clientId }: Submitted, op: JudgmentOp): SessionInput => ({
  type: 'judgment_submitted',
  id,
  from: clientId,
  question: {
    requestId: op.request_id,
    tier: op.tier,
    percentRemaining: op.percent_remaining,
    boundaries: op.boundaries_present,
    lastAgentMessage: op.last_agent_message,
    promptFile: op.decision_prompt_path,
    turnId: turnId(),
  },
  refusal: judgmentRefusal(judge, op),
})

const judgmentRefusal = (judge: Judge, { decision_prompt_path, tier }: JudgmentOp): Refusal | null => {
  if (!TierPolicy.shape.decision_prompt_path.safeParse(decision_prompt_path).success)
    return { code: 'invalid', message: `decision_prompt_path must be a bare file name inside auto-compact.` }
  if (tier === 'emergency') return { code: 'invalid', message: 'In emergency nobody is asked.' }
  return judge.isAsking() ? { code: 'busy', message: 'Another judgment is being asked.' } : null
}

type UserOp = Extract<Op, { type: 'user_turn' | 'user_input' }>

const messageOf = (parts: SessionParts, { id, clientId }: Submitted, op: UserOp): SessionInput => {
  const origin = op.type === 'user_turn' ? (op.origin ?? 'user') : 'user'
  const sequence = op.type === 'user_turn' && op.sequence_id !== undefined ? { sequence_id: op.sequence_id } : {}
  const notes = op.type === 'user_turn' && op.writes_scratch === true ? { writes_scratch: true as const } : {}
  return {
    type: 'message_submitted',
    id,
    from: clientId,
    input: { submission_id: id, items: op.items, origin, ...sequence, ...notes },
    steers: op.type === 'user_input',
    text: textOfInput(op.items),
    refusal: messageRefusal(parts, op.items),
  }
}

type ReviewOp = Extract<Op, { type: 'review' }>

const reviewOf = (parts: SessionParts, { id, clientId }: Submitted, op: ReviewOp): SessionInput => {
  const { target = { kind: 'uncommitted' }, instructions } = op
  const text = reviewPrompt({ target, instructions })
  const items: UserInput[] = [{ type: 'text', text }]
  return {
    type: 'message_submitted',
    id,
    from: clientId,
    input: { submission_id: id, items, origin: 'review' },
    steers: false,
    text,
    refusal: messageRefusal(parts, items),
  }
}

type EditOp = Extract<Op, { type: 'queue_edit' }>

const editOf = (parts: SessionParts, { id, clientId }: Submitted, { edit, submission_id }: EditOp): SessionInput => ({
  type: 'queue_edit_submitted',
  id,
  from: clientId,
  of: submission_id,
  edit,
  refusal: edit.kind === 'replace' ? messageRefusal(parts, edit.items) : null,
})

const NO_MODEL: Refusal = { code: 'no_model', message: 'No model is configured.' }

/** L6: what cannot fit an empty thread can never be answered. */
const messageRefusal = ({ deps, gauge }: SessionParts, items: readonly UserInput[]): Refusal | null => {
  if (deps.model === null) return deps.whyNoModel ?? NO_MODEL
  for (const [at, item] of items.filter(({ type }) => type === 'image').entries()) {
    const refusal = imageRefusal(`Image ${at + 1}`, item.type === 'image' ? (item.blob?.bytes ?? 0) : 0)
    if (refusal !== null) return { code: 'input_too_large', message: refusal }
  }
  const { compact } = deps.settings
  const images = items.filter(({ type }) => type === 'image').length
  const tokens = estimateText(textOfInput(items), 'prose', ratesOf(deps.settings)) + images * compact.tokens_per_image
  if (fitsEmptyThread(gauge(), tokens, compact.token_safety_multiplier)) return null
  const { windowTokens, staticTokens, fixedTokens } = gauge()
  // No message fits: making it shorter is no advice.
  const isWindowTooSmall = !fitsEmptyThread(gauge(), 0, compact.token_safety_multiplier)
  return {
    code: 'input_too_large',
    message: isWindowTooSmall
      ? `A window of ${windowTokens} tokens holds no message at all: system prompt, tool schemas, project instructions and pins alone take about ${staticTokens + fixedTokens}. Shorten the instructions, remove pins, or use a model with a larger window.`
      : `The message has about ${tokens} tokens and does not fit a window of ${windowTokens}. Put it into a file and name the file.`,
  }
}

const offRefusal = ({ deps }: SessionParts): Refusal | null =>
  deps.settings.compact.enabled
    ? null
    : { code: 'compaction_disabled', message: 'Compaction is off (compact.enabled).' }

const compactOf = (
  { parts, compactor }: Admission,
  { id, clientId }: Submitted,
  op: Extract<Op, { type: 'compact' }>,
): SessionInput => {
  const { type: _type, plan_id, decision_id, packet_author, ...options } = op
  const isStale = plan_id !== undefined && !compactor.isFresh(plan_id)
  const stale: Refusal = { code: 'plan_stale', message: 'The history changed since this plan was made; plan again.' }
  const submissionId = id
  const ask = {
    submissionId,
    trigger: op.trigger ?? 'manual',
    options: CompactOptions.parse(options),
    planId: plan_id ?? null,
    decisionId: decision_id ?? null,
    packetAuthor: packet_author ?? ('none' as const),
  }
  return { type: 'compact_submitted', id, from: clientId, ask, refusal: offRefusal(parts) ?? (isStale ? stale : null) }
}

const rollbackRefusal = ({ record }: SessionParts, { turns }: Extract<Op, { type: 'thread_rollback' }>) => {
  const count = turnCount(record.history())
  const message = `The thread has ${count} turns.`
  return turns <= count ? null : ({ code: 'invalid', message, path: ['op', 'turns'] } as const)
}

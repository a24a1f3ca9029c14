/** Performs the effects of the session machine, in order; it decides nothing. */

import { explain } from '@rawr/policy'
import { assertNever, type CompactionId, type SubmissionId } from '@rawr/protocol'
import { usageOf } from '../engine/limits.ts'
import type { SessionEffect } from '../engine/session/state.ts'
import type { Compactor } from './compact.ts'
import type { Judge } from './judge.ts'
import { reportUsage } from './read-answer.ts'
import type { Replies } from './replies.ts'
import type { SessionParts } from './session-parts.ts'
import type { TurnDriver } from './turn.ts'

export type Performer = {
  readonly parts: SessionParts
  readonly turn: TurnDriver
  readonly compactor: Compactor
  readonly replies: Replies
  readonly judge: Judge
  readonly setDeadline: (effect: Extract<SessionEffect, { type: 'set_deadline' }>) => void
  readonly close: () => void
}

export const perform = (performer: Performer, effect: SessionEffect) => {
  const { parts, turn, compactor, replies, judge } = performer
  switch (effect.type) {
    case 'accept':
      return replies.accept(effect)
    case 'reject':
      return replies.reject(effect.id, effect.refusal)
    case 'log_queue':
      return parts.record.append([{ type: 'queue', payload: effect.change }])
    case 'emit':
      return parts.outbox.emit(effect.msg, effect.submissionId)
    case 'start_turn':
      return turn.start(effect)
    case 'add_input':
      return turn.addInput(effect.input)
    case 'measure':
      return turn.measure()
    case 'stop_turn':
      return turn.stop(effect.reason)
    case 'resume_turn': {
      const { outcome, message } = effect
      return turn.take({ type: 'compaction_ended', outcome, message, at: parts.deps.clock.now() })
    }
    case 'answer_approval': {
      const { requestId, decision } = effect
      return turn.take({ type: 'approval_answered', requestId, decision, at: parts.deps.clock.now() })
    }
    case 'start_compaction':
      return compactor.start(effect.inFlight, effect.midTurn)
    case 'cancel_compaction':
      return compactor.cancel(effect.compactionId)
    case 'show_plan':
      return compactor.showPlan(effect.id, effect.options)
    case 'log_undo':
      return logUndo(performer, effect)
    case 'record_decision':
      return recordDecision(parts, effect)
    case 'judge':
      judge.ask(effect.question, effect.id).catch(parts.broken)
      return
    case 'set_deadline':
      return performer.setDeadline(effect)
    case 'close':
      return performer.close()
    default:
      return assertNever(effect)
  }
}

type Undo = { readonly id: SubmissionId; readonly change: 'undo' | 'redo'; readonly compactionId: CompactionId }

const logUndo = ({ parts, compactor }: Performer, { id, change, compactionId }: Undo): void => {
  const { record, outbox, gauge } = parts
  const used = (): number => usageOf(gauge()).used_tokens
  const tokens_before = used()
  record.append([{ type: change, payload: { compacted_id: compactionId } }])
  const type = change === 'undo' ? 'compaction_undone' : 'compaction_redone'
  outbox.emit({ type, compaction_id: compactionId, tokens_before, tokens_after: used() }, id)
  compactor.disarm()
  reportUsage(parts, id, { usage: null, estimatedInput: 0 })
}

const recordDecision = (
  { deps, outbox }: SessionParts,
  { id, record }: Extract<SessionEffect, { type: 'record_decision' }>,
): void => {
  deps.audit.decision(deps.threadId, record)
  outbox.emit({ type: 'decision_recorded', record, explanation: explain(record) }, id)
}

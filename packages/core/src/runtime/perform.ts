/** Performs the effects of the session machine, in order; it decides nothing. */
import { assertNever } from '@rawr/protocol'
import type { SessionEffect } from '../engine/session/state.ts'
import { logRollback, logUndo } from './change-history.ts'
import type { Compactor } from './compact.ts'
import type { Judge } from './judge.ts'
import { logPins } from './log-pins.ts'
import type { Replies } from './replies.ts'
import type { SessionParts } from './session-parts.ts'
import type { TurnDriver } from './turn.ts'
import type { UserCommands } from './user-command.ts'

export type Performer = {
  readonly parts: SessionParts
  readonly turn: TurnDriver
  readonly compactor: Compactor
  readonly replies: Replies
  readonly judge: Judge
  readonly setDeadline: (effect: Extract<SessionEffect, { type: 'set_deadline' }>) => void
  readonly close: () => void
  readonly commands: UserCommands
  readonly rest: () => void
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
    case 'start_command':
      return performer.commands.start(effect)
    case 'stop_turn':
      return performer.commands.isRunning() ? performer.commands.stop(effect.reason) : turn.stop(effect.reason)
    case 'rest':
      return performer.rest()
    case 'resume_turn':
      return turn.resume(effect)
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
    case 'log_rollback':
      return logRollback(performer, effect)
    case 'log_pins':
      return logPins(parts, effect)
    case 'log_thread':
      return logThread(parts, effect)
    case 'record_decision':
      return parts.decisions.report(effect.record, effect.id)
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

const logThread = (
  { record, outbox }: SessionParts,
  { id, change }: Extract<SessionEffect, { type: 'log_thread' }>,
): void => {
  const { name, archived } = change
  record.append([{ type: 'thread', payload: change }])
  outbox.emit({ type: 'thread_changed', name, archived }, id)
}

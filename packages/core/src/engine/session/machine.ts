/**
 * The session as one exhaustive function: what runs, what waits, who is told. It owns the single flight of compaction
 * (L9) and the fate of every accepted message (L12), and knows nothing of models, tools or disks.
 */
import { assertNever, go, type Step, stay } from '@rawr/protocol'
import { afterClient, afterPresence } from './clients.ts'
import { commandSubmitted } from './command.ts'
import { afterCompaction, compactInTurn, compactionOverdue, compactSubmitted } from './compaction.ts'
import { inputHeld, inputReleased, messageSubmitted, reachedCut } from './messages.ts'
import { pinsSubmitted } from './pins.ts'
import { queueEdited } from './queue-edit.ts'
import { accepted, isDriver, rejected } from './replies.ts'
import { restRequested } from './rest.ts'
import { queueChanged, settle } from './settle.ts'
import type { SessionEffect, SessionEvent, SessionState } from './state.ts'
import { rolledBack, threadChanged } from './threads.ts'

export type SessionStep = Step<SessionState, SessionEffect>

export const sessionTransition = (state: SessionState, event: SessionEvent): SessionStep => {
  if (state.phase.name === 'closed' || state.phase.name === 'closing') return whileClosing(state, event)
  switch (event.type) {
    case 'context_read':
      return state.phase.name === 'opening' ? settle(state, event.fresh) : stay(state)
    case 'client_attached':
    case 'client_detached':
      return afterClient(state, event)
    case 'message_submitted':
      return messageSubmitted(state, event)
    case 'hold_submitted':
      return inputHeld(state, event)
    case 'release_submitted':
    case 'deadline_passed':
      return inputReleased(state, event)
    case 'interrupt_submitted':
      return interrupted(state, event)
    case 'approval_submitted':
      return approvalSubmitted(state, event)
    case 'compact_submitted':
      return compactSubmitted(state, event)
    case 'turn_wants_compaction':
      return compactInTurn(state, event)
    case 'compaction_ended':
      return afterCompaction(state, event)
    case 'compaction_overdue':
      return compactionOverdue(state, event)
    case 'plan_submitted':
    case 'undo_submitted':
    case 'decision_submitted':
    case 'judgment_submitted':
      return recordSubmitted(state, event)
    case 'queue_edit_submitted':
      return queueEdited(state, event)
    case 'command_submitted':
      return commandSubmitted(state, event)
    case 'rest_requested':
      return restRequested(state)
    case 'thread_change_submitted':
      return threadChanged(state, event)
    case 'rollback_submitted':
      return rolledBack(state, event)
    case 'pins_submitted':
      return pinsSubmitted(state, event)
    case 'turn_reached_cut':
      return reachedCut(state, event)
    case 'turn_ended':
      return isCurrentTurn(state, event.turnId) ? settle(state, event.fresh) : stay(state)
    case 'close_requested':
      return closeRequested(state)
    default:
      return assertNever(event)
  }
}

const isCurrentTurn = ({ phase }: SessionState, turnId: string): boolean =>
  (phase.name === 'running' || phase.name === 'compacting_in_turn') && phase.turn.turnId === turnId

const interrupted = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'interrupt_submitted' }>,
): SessionStep => {
  const effects = [accepted(event, 'started'), ...stopWork(state, 'interrupted')]
  return state.phase.name === 'compacting'
    ? settle(state, event.fresh, ...effects)
    : go<SessionState, SessionEffect>(state, ...effects)
}

const stopWork = ({ phase }: SessionState, reason: 'interrupted' | 'shutdown'): readonly SessionEffect[] => {
  switch (phase.name) {
    case 'running':
      return [{ type: 'stop_turn', reason }]
    case 'compacting_in_turn':
      return [
        { type: 'cancel_compaction', compactionId: phase.inFlight.compactionId },
        { type: 'stop_turn', reason },
      ]
    case 'compacting':
      return [
        { type: 'cancel_compaction', compactionId: phase.inFlight.compactionId },
        {
          type: 'emit',
          msg: {
            type: 'turn_aborted',
            turn_id: phase.turnId,
            reason,
            message: 'The compaction was stopped; nothing changed.',
          },
          submissionId: phase.inFlight.ask.submissionId,
        },
      ]
    case 'opening':
    case 'idle':
    case 'closing':
    case 'closed':
      return []
    default:
      return assertNever(phase)
  }
}

const approvalSubmitted = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'approval_submitted' }>,
): SessionStep =>
  event.awaited
    ? go<SessionState, SessionEffect>(state, accepted(event, 'started'), {
        type: 'answer_approval',
        requestId: event.requestId,
        decision: event.decision,
      })
    : rejected(state, event, { code: 'no_such_approval', message: 'Nobody waits for this answer any more.' })

type Recorded = Extract<
  SessionEvent,
  { type: 'plan_submitted' | 'undo_submitted' | 'decision_submitted' | 'judgment_submitted' }
>

/** Asked and done at once; none of these starts work. */
const recordSubmitted = (state: SessionState, event: Recorded): SessionStep => {
  if (event.type === 'decision_submitted') {
    if (!isDriver(state, event.from)) return rejected(state, event, NOT_DRIVER)
    return go<SessionState, SessionEffect>(
      state,
      { type: 'record_decision', id: event.id, record: event.record },
      accepted(event, 'started'),
    )
  }
  if (event.type === 'judgment_submitted' && !isDriver(state, event.from)) return rejected(state, event, NOT_DRIVER)
  if (event.refusal !== null) return rejected(state, event, event.refusal)
  if (event.type === 'judgment_submitted')
    return go<SessionState, SessionEffect>(state, accepted(event, 'started'), {
      type: 'judge',
      id: event.id,
      question: event.question,
    })
  if (event.type === 'plan_submitted')
    return go<SessionState, SessionEffect>(state, accepted(event, 'started'), {
      type: 'show_plan',
      id: event.id,
      options: event.options,
    })
  if (state.phase.name !== 'idle') return rejected(state, event, BUSY)
  const { id, change } = event
  return go<SessionState, SessionEffect>(
    state,
    ...event.compactionIds.map((compactionId): SessionEffect => ({ type: 'log_undo', id, change, compactionId })),
    accepted(event, 'started'),
  )
}

const NOT_DRIVER = {
  code: 'not_driver',
  message: 'Only the driver of the thread decides about its compaction.',
} as const
const BUSY = { code: 'busy', message: 'A turn is running. Wait for its end, or interrupt it.' } as const

/** What holds or waits is over for this life; the log keeps what must not be lost. */
const closeRequested = (state: SessionState): SessionStep => {
  const work = stopWork(state, 'shutdown')
  const parked: SessionState = { ...state, hold: null, wanted: null }
  const waits = state.phase.name === 'running' || state.phase.name === 'compacting_in_turn'
  const told = [...neverBegun(state), ...notGone(state), ...work]
  return waits
    ? go<SessionState, SessionEffect>({ ...parked, phase: { name: 'closing' } }, ...told)
    : go<SessionState, SessionEffect>({ ...parked, phase: { name: 'closed' } }, ...told, { type: 'close' })
}

/** The first message of a thread goes at once and is told of as no waiting one: where the session closes before it could, it waits. */
const notGone = ({ phase, hold, queue }: SessionState): readonly SessionEffect[] =>
  phase.name === 'opening' && hold === null && queue.length > 0 ? [queueChanged(queue)] : []

/** Whoever waits for a compaction that will not come is told so (L9). */
const neverBegun = ({ wanted }: SessionState): readonly SessionEffect[] =>
  wanted === null
    ? []
    : [
        {
          type: 'emit',
          msg: {
            type: 'compact_failed',
            reason: 'interrupted',
            error_message: 'The session was closed before the compaction began.',
          },
          submissionId: wanted.submissionId,
        },
      ]

/** What waits stays in the log and is there when the thread is resumed; nothing new is begun. */
const whileClosing = (state: SessionState, event: SessionEvent): SessionStep => {
  if (event.type === 'turn_ended' && state.phase.name === 'closing')
    return go<SessionState, SessionEffect>({ ...state, phase: { name: 'closed' } }, { type: 'close' })
  if ('id' in event) return rejected(state, event, { code: 'shutting_down', message: 'The session is closing.' })
  return event.type === 'client_detached' ? afterPresence(state, event.clientId) : stay(state)
}

/** The watcher as one exhaustive function. Every waiting state waits for an id, and has a failing edge and a deadline. */
import { assertNever, type Decision, go, type Step, stay, type UnixMillis } from '@rawr/protocol'
import {
  COMPACTION_DEADLINE_MS,
  type Evaluation,
  type NextIds,
  type Notice,
  type WatcherEffect,
  type WatcherEvent,
  type WatcherState,
} from './state.ts'

export type WatcherStep = Step<WatcherState, WatcherEffect>

export const IDLE: WatcherState = { name: 'idle' }
const DEFERRED: WatcherState = { name: 'deferred' }

type Compacting = Extract<WatcherState, { name: 'compacting' }>
type Evaluated = Extract<WatcherEvent, { type: 'turn_completed' | 'user_message_ready' }>

export const transition = (state: WatcherState, event: WatcherEvent): WatcherStep => {
  switch (state.name) {
    case 'idle':
    case 'deferred':
      return whileWatching(state, event)
    case 'compacting':
      return whileCompacting(state, event)
    default:
      return assertNever(state)
  }
}

const whileWatching = (state: WatcherState, event: WatcherEvent): WatcherStep => {
  switch (event.type) {
    case 'turn_completed':
    case 'user_message_ready':
      return event.evaluation === null ? stay(state) : decided(state, event, event.evaluation)
    case 'history_replaced':
      return state.name === 'deferred' ? go<WatcherState, WatcherEffect>(IDLE) : stay(state)
    case 'user_cancelled':
      return state.name === 'deferred'
        ? go<WatcherState, WatcherEffect>(IDLE, notify({ kind: 'cancelled' }))
        : stay(state)
    // What these answer was over before, or was never ours.
    case 'turn_failed':
    case 'compaction_failed':
    case 'compaction_joined':
    case 'submission_rejected':
    case 'ticked':
      return stay(state)
    default:
      return assertNever(event)
  }
}

const decided = (state: WatcherState, event: Evaluated, evaluation: Evaluation): WatcherStep => {
  const { decision } = evaluation
  switch (decision.kind) {
    case 'leave':
      return left(state, event, evaluation, decision)
    case 'judge':
      return unjudged(event, evaluation, decision)
    case 'compact':
      return approved(event, evaluation)
    default:
      return assertNever(decision)
  }
}

/** What was put off stays put off while a tier holds; the next message of the user settles it either way. */
const left = (
  state: WatcherState,
  event: Evaluated,
  evaluation: Evaluation,
  { why }: Extract<Decision, { kind: 'leave' }>,
): WatcherStep => {
  const isOver = event.type === 'user_message_ready' || why === 'no_tier' || why === 'feature_off'
  const next = isOver ? IDLE : state
  const { explanation } = evaluation
  if (why === 'mode_tag')
    return go(next, report(evaluation, 'left'), notify({ kind: 'would_compact', mode: 'tag', explanation }))
  if (why === 'mode_suggest')
    return go(next, report(evaluation, 'left'), notify({ kind: 'would_compact', mode: 'suggest', explanation }))
  return go<WatcherState, WatcherEffect>(next, report(evaluation, 'left'))
}

/** Nobody can be asked here, which counts as a failed judgment: `asap` goes on, the calmer tiers leave it. */
const unjudged = (
  event: Evaluated,
  evaluation: Evaluation,
  { prompt, tier }: Extract<Decision, { kind: 'judge' }>,
): WatcherStep => {
  const notice = notify({ kind: 'judgment_unavailable', prompt, tier })
  if (tier !== 'asap') return go<WatcherState, WatcherEffect>(IDLE, report(evaluation, 'left'), notice)
  const step = approved(event, evaluation)
  return go(step.state, notice, ...step.effects)
}

const approved = (event: Evaluated, evaluation: Evaluation): WatcherStep => {
  if (event.type === 'user_message_ready' || evaluation.timing === 'now') return compact(event, evaluation)
  return go<WatcherState, WatcherEffect>(
    DEFERRED,
    report(evaluation, 'deferred'),
    notify({ kind: 'deferred', explanation: evaluation.explanation }),
  )
}

type Start = { readonly at: UnixMillis; readonly next: NextIds }

const compact = ({ at, next }: Start, evaluation: Evaluation): WatcherStep => {
  const deadline = at + COMPACTION_DEADLINE_MS
  const { sequenceId, submissionId } = next
  const { decisionId, handoff } = evaluation
  return go<WatcherState, WatcherEffect>(
    { name: 'compacting', sequenceId, submissionId, decisionId, deadline, handoff },
    report(evaluation, 'pending'),
    notify({ kind: 'heads_up', text: evaluation.headsUp }),
    ...(evaluation.packetAuthor === 'watcher_instead_of_agent' ? [notify({ kind: 'packet_by_watcher' })] : []),
    { type: 'hold_input', sequenceId, deadline },
    { type: 'submit_compact', submissionId },
  )
}

const whileCompacting = (state: Compacting, event: WatcherEvent): WatcherStep => {
  switch (event.type) {
    case 'history_replaced':
      return isOwn(state, event) ? finish(state, 'compacted') : stay(state)
    // Core promises that the history was replaced before this; where it was not, the compaction did nothing.
    case 'turn_completed':
      return isOwn(state, event) ? fail(state, 'the history was not replaced') : stay(state)
    case 'turn_failed':
    case 'compaction_failed':
    case 'submission_rejected':
      return isOwn(state, event) ? fail(state, event.message) : stay(state)
    case 'compaction_joined':
      return isOwn(state, event)
        ? go<WatcherState, WatcherEffect>({ ...state, submissionId: event.other })
        : stay(state)
    case 'user_cancelled':
      return finish(state, 'cancelled', { type: 'interrupt' }, notify({ kind: 'cancelled' }))
    case 'ticked':
      return event.at < state.deadline
        ? stay(state)
        : finish(state, 'failed', { type: 'interrupt' }, notify({ kind: 'timed_out' }))
    // Sent at once by whoever typed it; core holds it.
    case 'user_message_ready':
      return stay(state)
    default:
      return assertNever(event)
  }
}

const isOwn = (state: Compacting, event: { readonly submissionId: WatcherSubmission }): boolean =>
  event.submissionId === state.submissionId

type WatcherSubmission = Extract<WatcherEvent, { type: 'turn_completed' }>['submissionId']

const fail = (state: Compacting, message: string): WatcherStep =>
  finish(state, 'failed', notify({ kind: 'failed', message }))

/** Home, with the messages released; only a replaced history needs the handoff. */
const finish = (
  state: Compacting,
  outcome: 'compacted' | 'failed' | 'cancelled',
  ...before: readonly WatcherEffect[]
): WatcherStep =>
  go<WatcherState, WatcherEffect>(
    IDLE,
    ...before,
    {
      type: 'release_input',
      sequenceId: state.sequenceId,
      handoff: outcome === 'compacted' ? state.handoff : null,
    },
    { type: 'report_decision', decisionId: state.decisionId, outcome },
  )

const report = ({ decisionId }: Evaluation, outcome: 'left' | 'pending' | 'deferred'): WatcherEffect => ({
  type: 'report_decision',
  decisionId,
  outcome,
})

const notify = (notice: Notice): WatcherEffect => ({ type: 'notify', notice })

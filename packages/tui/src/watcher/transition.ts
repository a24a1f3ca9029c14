/** The watcher as one exhaustive function. Every waiting state waits for an id, and has a failing edge and a deadline. */
import { assertNever, type Decision, go, type Step, stay } from '@rawr/protocol'
import { whileInSequence } from './sequence.ts'
import { begin } from './sequence-start.ts'
import {
  type Evaluation,
  JUDGMENT_DEADLINE_MS,
  type WatcherEffect,
  type WatcherEvent,
  type WatcherState,
} from './state.ts'
import { IDLE, notify, report } from './steps.ts'

export type WatcherStep = Step<WatcherState, WatcherEffect>

const DEFERRED: WatcherState = { name: 'deferred' }

type Evaluated = Extract<WatcherEvent, { type: 'turn_completed' | 'user_message_ready' | 'judged' | 'idled' }>

export const transition = (state: WatcherState, event: WatcherEvent): WatcherStep => {
  switch (state.name) {
    case 'idle':
    case 'deferred':
      return whileWatching(state, event)
    case 'awaiting_judgment':
      return whileJudging(state, event)
    case 'awaiting_scratch_write':
    case 'awaiting_packet':
    case 'compacting':
      return whileInSequence(state, event)
    default:
      return assertNever(state)
  }
}

const whileWatching = (state: WatcherState, event: WatcherEvent): WatcherStep => {
  switch (event.type) {
    case 'turn_completed':
    case 'user_message_ready':
    case 'idled':
      return event.evaluation === null ? stay(state) : decided(state, event, event.evaluation)
    case 'history_replaced':
    case 'driver_lost':
      return state.name === 'deferred' ? go<WatcherState, WatcherEffect>(IDLE) : stay(state)
    case 'user_cancelled':
      return state.name === 'deferred'
        ? go<WatcherState, WatcherEffect>(IDLE, notify({ kind: 'cancelled' }))
        : stay(state)
    // What these answer was over before, or was never ours.
    case 'judged':
    case 'progressed':
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

type Judging = Extract<WatcherState, { name: 'awaiting_judgment' }>

/** The user goes first: the message is sent, and whatever the verdict will be, it is about another moment. */
const whileJudging = (state: Judging, event: WatcherEvent): WatcherStep => {
  switch (event.type) {
    case 'judged':
      return event.requestId === state.requestId ? decided(IDLE, event, event.evaluation) : stay(state)
    case 'user_message_ready':
      return event.evaluation === null
        ? go<WatcherState, WatcherEffect>(IDLE, report(state.requestId, 'left'))
        : go<WatcherState, WatcherEffect>(IDLE, report(event.evaluation.decisionId, 'left'))
    case 'user_cancelled':
      return go<WatcherState, WatcherEffect>(IDLE, report(state.requestId, 'cancelled'), notify({ kind: 'cancelled' }))
    case 'history_replaced':
      return go<WatcherState, WatcherEffect>(IDLE, report(state.requestId, 'left'))
    case 'driver_lost':
      return go<WatcherState, WatcherEffect>(IDLE)
    case 'ticked':
      // The driver asks the policy again with a failed verdict; this is for one that forgot to.
      return event.at < state.deadline + JUDGMENT_DEADLINE_MS
        ? stay(state)
        : go<WatcherState, WatcherEffect>(IDLE, report(state.requestId, 'failed'))
    case 'turn_completed':
    case 'turn_failed':
    case 'idled':
    case 'progressed':
    case 'compaction_failed':
    case 'compaction_joined':
    case 'submission_rejected':
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
      return judge(event, evaluation)
    case 'compact':
      return approved(event, evaluation)
    default:
      return assertNever(decision)
  }
}

/** The record of the decision and the question share one id: an answer to anything else is stale. */
const judge = ({ at, next }: Evaluated, { decisionId }: Evaluation): WatcherStep =>
  go<WatcherState, WatcherEffect>(
    {
      name: 'awaiting_judgment',
      requestId: decisionId,
      submissionId: next.submissionId,
      deadline: at + JUDGMENT_DEADLINE_MS,
    },
    report(decisionId, 'pending'),
    { type: 'submit_judgment', requestId: decisionId, submissionId: next.submissionId },
  )

/** What was put off stays put off while a tier holds; the next message of the user settles it either way. */
const left = (
  state: WatcherState,
  event: Evaluated,
  evaluation: Evaluation,
  { why }: Extract<Decision, { kind: 'leave' }>,
): WatcherStep => {
  const isOver = event.type === 'user_message_ready' || why === 'no_tier' || why === 'feature_off'
  const next = isOver ? IDLE : state
  const { explanation, decisionId } = evaluation
  if (why === 'mode_tag' || why === 'mode_suggest') {
    const mode = why === 'mode_tag' ? 'tag' : 'suggest'
    return go(next, report(decisionId, 'left'), notify({ kind: 'would_compact', mode, explanation }))
  }
  if (why === 'vetoed' || why === 'judgment_failed')
    return go(next, report(decisionId, why === 'vetoed' ? 'vetoed' : 'left'), notify({ kind: 'vetoed', explanation }))
  return go<WatcherState, WatcherEffect>(next, report(decisionId, 'left'))
}

const approved = (event: Evaluated, evaluation: Evaluation): WatcherStep => {
  if (event.type === 'user_message_ready' || evaluation.timing === 'now') return begin(event, evaluation)
  return go<WatcherState, WatcherEffect>(
    DEFERRED,
    report(evaluation.decisionId, 'deferred'),
    notify({ kind: 'deferred', explanation: evaluation.explanation }),
  )
}

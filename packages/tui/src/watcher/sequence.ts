/** The states in which core holds the messages: each ends with its own submission, with a failure, a word of the user, or time. */
import { assertNever, go, type Step, type SubmissionId, stay } from '@rawr/protocol'
import { compact } from './sequence-start.ts'
import { PROMPT_SILENCE_MS, type WatcherEffect, type WatcherEvent, type WatcherState } from './state.ts'
import { IDLE, notify, report } from './steps.ts'

type WatcherStep = Step<WatcherState, WatcherEffect>
export type Holding = Extract<WatcherState, { name: 'awaiting_scratch_write' | 'awaiting_packet' | 'compacting' }>

export const whileInSequence = (state: Holding, event: WatcherEvent): WatcherStep => {
  switch (event.type) {
    case 'turn_completed':
      return isOwn(state, event.submissionId) ? ownTurnEnded(state, event) : stay(state)
    case 'history_replaced':
      if (state.name !== 'compacting') return fail(state, 'the conversation was compacted meanwhile')
      return isOwn(state, event.submissionId) ? finish(state, 'compacted') : stay(state)
    case 'turn_failed':
    case 'compaction_failed':
    case 'submission_rejected':
      return isOwn(state, event.submissionId) ? fail(state, event.message) : stay(state)
    case 'compaction_joined':
      return isOwn(state, event.submissionId)
        ? go<WatcherState, WatcherEffect>({ ...state, submissionId: event.other })
        : stay(state)
    case 'progressed':
      return state.name !== 'compacting' && isOwn(state, event.submissionId)
        ? go<WatcherState, WatcherEffect>({ ...state, deadline: event.at + PROMPT_SILENCE_MS })
        : stay(state)
    case 'user_cancelled':
      return finish(state, 'cancelled', { type: 'interrupt' }, notify({ kind: 'cancelled' }))
    case 'ticked':
      return event.at < state.deadline
        ? stay(state)
        : finish(state, 'failed', { type: 'interrupt' }, notify({ kind: 'timed_out' }))
    // Core has ended the sequence and delivered what it held; nothing of ours would be accepted.
    case 'driver_lost':
      return go<WatcherState, WatcherEffect>(IDLE)
    // Sent at once by whoever typed it; core holds it.
    case 'user_message_ready':
    case 'judged':
    case 'idled':
      return stay(state)
    default:
      return assertNever(event)
  }
}

const ownTurnEnded = (state: Holding, event: Extract<WatcherEvent, { type: 'turn_completed' }>): WatcherStep => {
  // Core promises that the history was replaced before this; where it was not, the compaction did nothing.
  if (state.name === 'compacting') return fail(state, 'the history was not replaced')
  const { sequenceId, decisionId, continues } = state
  const next = { sequenceId, decisionId, continues, submissionId: event.next.submissionId, at: event.at }
  return state.name === 'awaiting_packet' && event.packet !== null
    ? compact({ ...next, handoff: event.packet, packetAuthor: 'agent' })
    : compact({ ...next, handoff: state.handoff, packetAuthor: 'watcher' })
}

const isOwn = (state: Holding, submissionId: SubmissionId | null): boolean => submissionId === state.submissionId

const fail = (state: Holding, message: string): WatcherStep =>
  finish(state, 'failed', notify({ kind: 'failed', message }))

/** Home, with the messages released; only a replaced history needs the handoff. */
const finish = (
  state: Holding,
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
    ...(outcome === 'compacted' && state.continues
      ? [{ type: 'submit_continuation', sequenceId: state.sequenceId } as const]
      : []),
    report(state.decisionId, outcome),
  )

/** What comes next when nothing runs: a compaction that waited for the turn, else the oldest message that may go. */
import { go, isWork, type Step } from '@rawr/protocol'
import { type Queued, textOfQueued, without } from '../input-queue.ts'
import { isAtRest } from './rest.ts'
import type { CompactionAsk, Fresh, SessionEffect, SessionState } from './state.ts'

type SessionStep = Step<SessionState, SessionEffect>

export const settle = (state: SessionState, fresh: Fresh, ...before: readonly SessionEffect[]): SessionStep => {
  if (state.wanted !== null) return startCompaction({ ...state, wanted: null }, { ask: state.wanted, fresh }, ...before)
  const next = state.hold === null && !state.resting ? state.queue[0] : undefined
  if (next === undefined) {
    const idle: SessionState = { ...state, phase: { name: 'idle' } }
    const rest: readonly SessionEffect[] = isAtRest(idle) ? [{ type: 'rest' }] : []
    return go<SessionState, SessionEffect>(idle, ...before, ...rest)
  }
  return startTurn(state, { input: next, fresh }, ...before)
}

type Start = { readonly input: Queued; readonly fresh: Fresh }

/** The handoff goes in front of the user's own message; a prompt of the sequence leaves it waiting. */
export const startTurn = (
  state: SessionState,
  { input, fresh }: Start,
  ...before: readonly SessionEffect[]
): SessionStep => {
  const { steers: _steers, ...queued } = input
  const { turnId } = fresh
  const isUsers = isWork(input.origin)
  const wasWaiting = state.queue.some(({ submission_id }) => submission_id === input.submission_id)
  const queue = without(state.queue, input.submission_id)
  const turn = { turnId, submissionId: input.submission_id, origin: input.origin }
  return go<SessionState, SessionEffect>(
    { ...state, queue, phase: { name: 'running', turn }, handoff: isUsers ? null : state.handoff },
    ...before,
    { type: 'start_turn', turnId, input: queued, handoff: isUsers ? state.handoff : null },
    ...(wasWaiting ? [queueChanged(queue)] : []),
  )
}

export const queueChanged = (queue: readonly Queued[]): SessionEffect => ({
  type: 'emit',
  msg: {
    type: 'queue_changed',
    queued: queue.map((input) => ({ submission_id: input.submission_id, text: textOfQueued(input) })),
  },
  submissionId: null,
})

type Compaction = { readonly ask: CompactionAsk; readonly fresh: Fresh }

/** Without a turn around it a compaction is a turn of its own, so that it too ends with exactly one terminal event. */
export const startCompaction = (
  state: SessionState,
  { ask, fresh }: Compaction,
  ...before: readonly SessionEffect[]
): SessionStep => {
  const inFlight = { compactionId: fresh.compactionId, ask, handoff: null }
  return go<SessionState, SessionEffect>(
    { ...state, phase: { name: 'compacting', turnId: fresh.turnId, startedAt: fresh.at, inFlight } },
    ...before,
    {
      type: 'emit',
      msg: { type: 'turn_started', turn_id: fresh.turnId, origin: 'user' },
      submissionId: ask.submissionId,
    },
    { type: 'start_compaction', inFlight, midTurn: false },
  )
}

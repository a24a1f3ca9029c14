/** Ops on the thread itself: its name, its place in the lists, and how much of its past counts. */
import { go, type Step } from '@rawr/protocol'
import { accepted, rejected } from './replies.ts'
import type { SessionEffect, SessionEvent, SessionState } from './state.ts'

type SessionStep = Step<SessionState, SessionEffect>

const BUSY = { code: 'busy', message: 'A turn is running. Wait for its end, or interrupt it.' } as const

export const threadChanged = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'thread_change_submitted' }>,
): SessionStep =>
  go<SessionState, SessionEffect>(
    state,
    { type: 'log_thread', id: event.id, change: event.change },
    accepted(event, 'started'),
  )

/** Not while a turn runs, which would go on from a past that no longer counts. */
export const rolledBack = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'rollback_submitted' }>,
): SessionStep => {
  if (state.phase.name !== 'idle') return rejected(state, event, BUSY)
  if (event.refusal !== null) return rejected(state, event, event.refusal)
  return go<SessionState, SessionEffect>(
    state,
    { type: 'log_rollback', id: event.id, turns: event.turns },
    accepted(event, 'started'),
  )
}

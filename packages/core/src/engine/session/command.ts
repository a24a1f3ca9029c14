/** A command that a person typed: a turn of its own, which no model answers. */
import { go, type Step } from '@rawr/protocol'
import { accepted, rejected } from './replies.ts'
import type { Refusal, SessionEffect, SessionEvent, SessionState } from './state.ts'

const BUSY: Refusal = {
  code: 'busy',
  message: 'A turn is running or about to. Wait for its end, or interrupt it.',
}

export const commandSubmitted = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'command_submitted' }>,
): Step<SessionState, SessionEffect> => {
  const { id, command, fresh } = event
  if (state.phase.name !== 'idle' || state.hold !== null || state.resting) return rejected(state, event, BUSY)
  const { turnId } = fresh
  return go<SessionState, SessionEffect>(
    { ...state, phase: { name: 'running', turn: { turnId, submissionId: id, origin: 'user_shell' } } },
    { type: 'start_command', turnId, submissionId: id, command },
    accepted(event, 'started'),
  )
}

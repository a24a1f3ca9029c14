/** What stays through compactions is changed between them, never under one that is being made. */
import { go, type Step } from '@rawr/protocol'
import { accepted, rejected } from './replies.ts'
import type { SessionEffect, SessionEvent, SessionState } from './state.ts'

export const pinsSubmitted = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'pins_submitted' }>,
): Step<SessionState, SessionEffect> => {
  const { phase } = state
  if (phase.name === 'compacting' || phase.name === 'compacting_in_turn') return rejected(state, event, COMPACTING)
  if (event.refusal !== null) return rejected(state, event, event.refusal)
  return go<SessionState, SessionEffect>(
    state,
    { type: 'log_pins', id: event.id, change: event.change },
    accepted(event, 'started'),
  )
}

const COMPACTING = { code: 'busy', message: 'A compaction is running. Wait for its end, or interrupt it.' } as const

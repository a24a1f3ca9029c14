/** Coming to rest: what runs is finished, what waits stays in the log, and the session may be replaced by another. */
import { go, type Step } from '@rawr/protocol'
import type { SessionEffect, SessionState } from './state.ts'

/** A sequence is finished first: to the next session its driver would be lost. */
export const isAtRest = ({ resting, hold, phase, wanted }: SessionState): boolean =>
  resting && hold === null && phase.name === 'idle' && wanted === null

export const restRequested = (state: SessionState): Step<SessionState, SessionEffect> => {
  const next: SessionState = { ...state, resting: true }
  return isAtRest(next)
    ? go<SessionState, SessionEffect>(next, { type: 'rest' })
    : go<SessionState, SessionEffect>(next)
}

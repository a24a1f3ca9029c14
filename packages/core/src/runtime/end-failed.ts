/**
 * Something that must not fail did: what ran ends with named events. Where the log takes them no more they are told all the
 * same, without a number: the next session of the thread closes in the log what was left open.
 */
import type { EventMsg, SubmissionId, TurnId } from '@rawr/protocol'
import type { SessionState } from '../engine/session/state.ts'
import type { Compactor } from './compact.ts'
import type { SessionParts } from './session-parts.ts'
import type { TurnDriver } from './turn.ts'
import type { UserCommands } from './user-command.ts'

type Running = {
  readonly parts: SessionParts
  readonly turn: Pick<TurnDriver, 'abandon'>
  readonly compactor: Pick<Compactor, 'cancel'>
  readonly commands: Pick<UserCommands, 'abandon'>
}

export type Failure = { readonly phase: SessionState['phase']; readonly error: unknown }

export const endFailed = ({ parts, turn, compactor, commands }: Running, { phase, error }: Failure): void => {
  const { outbox, deps, record } = parts
  const message = error instanceof Error ? error.message : String(error)
  deps.logger.error('session_failed', { thread: record.threadId, message })
  const { turnId, id } = workOf(phase)
  const ends: readonly EventMsg[] = [
    { type: 'error', code: 'session_failed', message },
    ...(turnId === null ? [] : [{ type: 'turn_aborted', turn_id: turnId, reason: 'session_failed', message } as const]),
  ]
  try {
    turn.abandon()
    commands.abandon()
    if ('inFlight' in phase) compactor.cancel(phase.inFlight.compactionId)
    for (const msg of ends) outbox.emit(msg, id)
  } catch (second) {
    deps.logger.error('session_failure_not_logged', { thread: record.threadId, message: String(second) })
    for (const msg of ends) outbox.announce(msg, id)
  }
}

type Work = { readonly turnId: TurnId | null; readonly id: SubmissionId | null }

/** The turn that a failure ends, and whose it is. */
const workOf = (phase: SessionState['phase']): Work => {
  if (phase.name === 'compacting') return { turnId: phase.turnId, id: phase.inFlight.ask.submissionId }
  return 'turn' in phase ? { turnId: phase.turn.turnId, id: phase.turn.submissionId } : { turnId: null, id: null }
}

/** Single flight (L9): whoever asks while one is running or waiting joins it and shares its outcome. */
import { go, type Step, type SubmissionId, stay } from '@rawr/protocol'
import { accepted, isDriver, rejected } from './replies.ts'
import { settle, startCompaction } from './settle.ts'
import type { CompactionAsk, SessionEffect, SessionEvent, SessionState } from './state.ts'

type SessionStep = Step<SessionState, SessionEffect>

/** Triggers anybody may use; the others are automatic and the driver's alone. */
const OPEN_TRIGGERS: readonly string[] = ['manual', 'agent_request']

const RESTING = { code: 'busy', message: 'The thread is being loaded anew with other settings. Try again.' } as const

export const compactSubmitted = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'compact_submitted' }>,
): SessionStep => {
  const { ask, fresh, id } = event
  if (!OPEN_TRIGGERS.includes(ask.trigger) && !isDriver(state, event.from))
    return rejected(state, event, {
      code: 'not_driver',
      message: 'Only the driver of the thread compacts automatically.',
    })
  if (event.refusal !== null) return rejected(state, event, event.refusal)
  const { phase } = state
  switch (phase.name) {
    case 'compacting':
      return joined(state, id, phase.inFlight.ask.submissionId)
    case 'compacting_in_turn':
      return joined(state, id, phase.inFlight.ask.submissionId ?? phase.turn.submissionId)
    case 'idle':
      if (state.resting) return rejected(state, event, RESTING)
      return startCompaction(state, { ask, fresh }, accepted(event, 'started'))
    case 'opening':
    case 'running':
      if (state.wanted !== null) return joined(state, id, state.wanted.submissionId)
      return go<SessionState, SessionEffect>(
        { ...state, wanted: ask },
        // Whoever asked is told of its end, also by the next program.
        { type: 'log_queue', change: { change: 'compaction_queued', submission_id: id } },
        accepted(event, 'queued'),
      )
    case 'closing':
    case 'closed':
      return stay(state)
  }
}

const joined = (state: SessionState, id: SubmissionId, other: SubmissionId | null): SessionStep =>
  go<SessionState, SessionEffect>(state, {
    type: 'accept',
    id,
    outcome: 'joined',
    ...(other === null ? {} : { joined: other }),
  })

/** The turn's own gate or an overflow; the turn waits for `resume_turn`. */
export const compactInTurn = (
  state: SessionState,
  { trigger, decisionId, packetAuthor, handoff, fresh }: Extract<SessionEvent, { type: 'turn_wants_compaction' }>,
): SessionStep => {
  const { phase } = state
  if (phase.name !== 'running') return stay(state)
  // A compaction somebody waits for serves the turn as well: one flight, one outcome.
  const ask: CompactionAsk = state.wanted ?? {
    submissionId: phase.turn.submissionId,
    trigger,
    options: { trigger },
    planId: null,
    decisionId,
    packetAuthor,
  }
  const inFlight = { compactionId: fresh.compactionId, ask, handoff }
  return go<SessionState, SessionEffect>(
    { ...state, wanted: null, phase: { name: 'compacting_in_turn', turn: phase.turn, inFlight, by: 'turn' } },
    { type: 'start_compaction', inFlight, midTurn: true },
  )
}

/** Longer than this, milliseconds, and a compaction is given up. */
export const COMPACTION_MS_MAX = 300_000

export const compactionOverdue = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'compaction_overdue' }>,
): SessionStep => {
  const { compactionId, fresh } = event
  const message = 'The compaction took too long and was given up; nothing changed.'
  const after = afterCompaction(state, { type: 'compaction_ended', compactionId, outcome: 'failed', message, fresh })
  return after.state === state
    ? stay(state)
    : go<SessionState, SessionEffect>(after.state, { type: 'cancel_compaction', compactionId }, ...after.effects)
}

export const afterCompaction = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'compaction_ended' }>,
): SessionStep => {
  const { phase } = state
  if (phase.name === 'compacting_in_turn' && phase.inFlight.compactionId === event.compactionId) {
    const { outcome, message } = event
    const handoff = phase.inFlight.ask.planId === null ? 'in_view' : 'owed'
    const next: SessionState = { ...state, phase: { name: 'running', turn: phase.turn } }
    return phase.by === 'turn'
      ? go<SessionState, SessionEffect>(next, { type: 'resume_turn', outcome, message, handoff })
      : go<SessionState, SessionEffect>(next, { type: 'measure' })
  }
  if (phase.name !== 'compacting' || phase.inFlight.compactionId !== event.compactionId) return stay(state)
  return settle(state, event.fresh, {
    type: 'emit',
    msg: {
      type: 'turn_complete',
      turn_id: phase.turnId,
      last_agent_message: null,
      duration_ms: Math.max(0, event.fresh.at - phase.startedAt),
    },
    submissionId: phase.inFlight.ask.submissionId,
  })
}

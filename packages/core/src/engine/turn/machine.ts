/**
 * The turn as one exhaustive function. Every waiting state has a failing edge, `stopped` leads home from everywhere with
 * a legal history, and exactly one `end` leaves it; after that the machine answers nothing.
 */
import { assertNever, go, type Step, stay } from '@rawr/protocol'
import { afterAnswer } from './answer.ts'
import { cut, endTurn, stopTurn } from './ending.ts'
import { afterFailure } from './failure.ts'
import type { Turn, TurnEffect, TurnEvent, TurnState } from './state.ts'
import { afterApproval, afterToolFinished, nobodyToAsk } from './tools.ts'

export type TurnStep = Step<TurnState, TurnEffect>

export const startOfTurn: TurnState = { name: 'not_started' }

export const turnTransition = (state: TurnState, event: TurnEvent): TurnStep => {
  if (state.name === 'ended') return stay(state)
  if (event.type === 'stopped') return state.name === 'not_started' ? stay(state) : stopTurn(state, event)
  switch (state.name) {
    case 'not_started':
      return event.type === 'started' ? cut(newTurn(event)) : stay(state)
    case 'at_cut':
      return event.type === 'measured' ? afterMeasure(state.turn, event) : stay(state)
    case 'compacting':
      return event.type === 'compaction_ended' ? afterCompaction(state, event) : stay(state)
    case 'sampling':
      if (event.type === 'answered' && event.requestId === state.requestId) return afterAnswer(state.turn, event)
      if (event.type === 'sampling_failed' && event.requestId === state.requestId)
        return afterFailure(state.turn, event)
      return stay(state)
    case 'backing_off':
      return event.type === 'waited' && event.timerId === state.timerId ? cut(state.turn) : stay(state)
    case 'awaiting_approval':
      if (event.type === 'approval_answered') return afterApproval(state, event)
      return event.type === 'nobody_to_ask' ? nobodyToAsk(state) : stay(state)
    case 'running_tools':
      return event.type === 'tool_finished' ? afterToolFinished(state, event) : stay(state)
    default:
      return assertNever(state)
  }
}

const newTurn = (event: Extract<TurnEvent, { type: 'started' }>): Turn => ({
  turnId: event.turnId,
  startedAt: event.at,
  limits: event.limits,
  rounds: 0,
  failures: 0,
  pausesSet: 0,
  reached: event.reached,
  offlineSince: null,
  empty: 0,
  overflowed: false,
  compacted: false,
  lastMessage: null,
  approved: event.approved,
})

/** L2 stands before every request; a repeat is measured again, since steering may have come in between. */
const afterMeasure = (turn: Turn, event: Extract<TurnEvent, { type: 'measured' }>): TurnStep => {
  const { fit } = event
  if (fit.kind === 'over') {
    if (fit.automatic && !turn.compacted)
      return go(
        { name: 'compacting', turn: { ...turn, compacted: true }, limit: 'hard_limit' },
        {
          type: 'compact',
          limit: 'hard_limit',
        },
      )
    return endTurn(turn, { kind: 'aborted', reason: 'context_exhausted', message: fit.message })
  }
  if (fit.kind === 'built_in' && !turn.compacted)
    return go(
      { name: 'compacting', turn: { ...turn, compacted: true }, limit: 'built_in' },
      {
        type: 'compact',
        limit: 'built_in',
      },
    )
  return beginRequest(turn, event)
}

const beginRequest = (turn: Turn, event: Extract<TurnEvent, { type: 'measured' }>): TurnStep => {
  const isRepeat = turn.failures > 0 || turn.empty > 0 || turn.overflowed
  if (!isRepeat && turn.rounds >= turn.limits.roundsMax)
    return endTurn(turn, {
      kind: 'aborted',
      reason: 'max_rounds',
      message: `The turn made ${turn.rounds} model requests, the most tools.max_rounds allows. Say "go on" to continue.`,
    })
  const rounds = isRepeat ? turn.rounds : turn.rounds + 1
  return go(
    { name: 'sampling', turn: { ...turn, rounds }, requestId: event.requestId },
    { type: 'sample', requestId: event.requestId },
  )
}

const WAYS_ON = 'Compact by hand, remove pins, use a model with a larger window, or start a new thread.'

const afterCompaction = (
  { turn, limit }: Extract<TurnState, { name: 'compacting' }>,
  event: Extract<TurnEvent, { type: 'compaction_ended' }>,
): TurnStep => {
  if (event.outcome === 'compacted') return cut(turn)
  // Over the built-in limit a request may still fit: the gate decides, with no second attempt at this cut.
  if (limit === 'built_in') return cut(turn)
  return endTurn(turn, { kind: 'aborted', reason: 'context_exhausted', message: `${event.message} ${WAYS_ON}` })
}

/** What follows a failed request: wait and repeat, compact once, or a named end. */
import { go, type Step } from '@rawr/protocol'
import { endTurn } from './ending.ts'
import { faultRow } from './fault-table.ts'
import { decideRetry, isOverflow, retryDelayMs } from './retry.ts'
import type { Fresh, Turn, TurnEffect, TurnEvent, TurnState } from './state.ts'

type TurnStep = Step<TurnState, TurnEffect>

export const afterFailure = (turn: Turn, event: Extract<TurnEvent, { type: 'sampling_failed' }>): TurnStep => {
  const { failure } = event
  if (isOverflow(failure, event.nearlyFull)) return overflow(turn, failure.message)
  const failures = turn.failures + 1
  const pausesSet = turn.pausesSet + (failure.retryAfterMs === undefined ? 0 : 1)
  const { outcome, reason } = faultRow(failure.kind)
  const offlineSince = outcome === 'wait' && turn.reached ? (turn.offlineSince ?? event.at) : null
  const { retriesMax, offlineMsMax } = turn.limits
  const offlineMs = offlineSince === null ? null : Math.max(0, event.at - offlineSince)
  const retry = decideRetry({ failure, failures, pausesSet, retriesMax, offlineMs, offlineMsMax, chance: event.chance })
  if (retry.kind === 'give_up') {
    const times = failures > 1 ? ` (tried ${failures} times)` : ''
    return endTurn(turn, { kind: 'aborted', reason, message: `${failure.message}${times}` })
  }
  const waits = retry.kind === 'offline' ? ' Waiting for the connection to come back.' : ''
  return backOff({ ...turn, failures, pausesSet, offlineSince }, event.timerId, {
    message: `${failure.message}${waits}`,
    attempt: failures,
    delayMs: retry.delayMs,
  })
}

/** Once: the history is compacted and the request made again. A second time without an answer in between ends the turn. */
export const overflow = (turn: Turn, message: string): TurnStep =>
  turn.overflowed
    ? endTurn(turn, {
        kind: 'aborted',
        reason: 'context_exhausted',
        message: `${message} Compacting did not help: use a model with a larger window, or start a new thread.`,
      })
    : go<TurnState, TurnEffect>(
        { name: 'compacting', turn: { ...turn, overflowed: true, compacted: true }, limit: 'overflow' },
        { type: 'compact', limit: 'overflow' },
      )

export const waitAndRetry = (
  turn: Turn,
  again: { readonly message: string; readonly attempt: number } & Fresh,
): TurnStep => backOff(turn, again.timerId, { ...again, delayMs: retryDelayMs(again.attempt, again.chance) })

type Delay = { readonly message: string; readonly attempt: number; readonly delayMs: number }

const backOff = (turn: Turn, timerId: Fresh['timerId'], { message, attempt, delayMs }: Delay): TurnStep =>
  go<TurnState, TurnEffect>(
    { name: 'backing_off', turn, timerId },
    { type: 'emit', msg: { type: 'stream_error', message, attempt, retry_in_ms: delayMs } },
    { type: 'wait', timerId, ms: delayMs },
  )

/** How a turn gets to its next request, and how it ends: every way out closes open calls first, so that history stays legal. */
import {
  type EventMsg,
  go,
  type HistoryItem,
  isToolCall,
  isToolOutput,
  type Step,
  type TurnId,
  type UnixMillis,
} from '@rawr/protocol'
import { type ItemDraft, textDraft } from '../item-draft.ts'
import { interruptionNotice } from './notices.ts'
import { said } from './said.ts'
import type { Batch, PlannedCall, Turn, TurnEffect, TurnEnd, TurnEvent, TurnState } from './state.ts'

type TurnStep = Step<TurnState, TurnEffect>

/** All calls are answered: steering is read and a waiting compaction runs before the next request is measured. */
export const cut = (turn: Turn, ...before: readonly TurnEffect[]): TurnStep =>
  go<TurnState, TurnEffect>({ name: 'at_cut', turn }, ...before, { type: 'reach_cut' })

export const endTurn = (turn: Turn, end: TurnEnd, ...before: readonly TurnEffect[]): TurnStep =>
  go<TurnState, TurnEffect>({ name: 'ended' }, ...before, ...failureNote(end), {
    type: 'end',
    turnId: turn.turnId,
    end,
  })

/** What a person did is no error; what failed is named before its `turn_aborted`. */
const failureNote = (end: TurnEnd): readonly TurnEffect[] => {
  if (end.kind === 'complete') return []
  const isWish = ['interrupted', 'shutdown', 'approval_aborted', 'approval_needed'].includes(end.reason)
  const msg: EventMsg = { type: 'error', code: end.reason, message: end.message }
  return isWish ? [] : [{ type: 'emit', msg }]
}

export const completeTurn = (turn: Turn, at: UnixMillis, ...before: readonly TurnEffect[]): TurnStep =>
  endTurn(
    turn,
    { kind: 'complete', lastMessage: turn.lastMessage, durationMs: Math.max(0, at - turn.startedAt) },
    ...before,
  )

type Stop = Extract<TurnEvent, { type: 'stopped' }>
type Running = Exclude<TurnState, { name: 'not_started' } | { name: 'ended' }>

const STOP_MESSAGES = {
  interrupted: 'Interrupted.',
  shutdown: 'The program was shut down. Resume the thread to go on.',
} as const

export const stopTurn = (state: Running, { reason, partial }: Stop): TurnStep => {
  const items = [...partial, ...openCalls(state), textDraft('synthetic', interruptionNotice(reason))]
  return endTurn(
    state.turn,
    { kind: 'aborted', reason, message: STOP_MESSAGES[reason] },
    ...stopWork(state),
    { type: 'append', items },
    ...partial.flatMap(said).map((msg): TurnEffect => ({ type: 'emit', msg })),
  )
}

const stopWork = (state: Running): readonly TurnEffect[] => {
  if (state.name === 'sampling') return [{ type: 'abort_sampling', requestId: state.requestId }]
  return state.name === 'running_tools' ? [{ type: 'abort_tools' }] : []
}

const openCalls = (state: Running): readonly ItemDraft[] =>
  state.name === 'running_tools' || state.name === 'awaiting_approval' ? closeCalls(state.batch) : []

export const ABORTED_OUTPUT = 'aborted: the turn ended before this call was finished'

/** Outputs for every call that has none in the history: the real one where it is there, else an aborted one. */
export const closeCalls = (batch: Batch, text: string = ABORTED_OUTPUT): readonly ItemDraft[] =>
  batch.calls.slice(batch.written).map((call) => outputOf(batch, call) ?? closedCall(call, text))

export const outputOf = (batch: Batch, call: PlannedCall): ItemDraft | undefined =>
  batch.outputs.find(({ callId }) => callId === call.callId)?.output

/** The result of a call that was not run, or not to its end. */
export const closedCall = ({ callId }: Pick<PlannedCall, 'callId'>, output: string): ItemDraft => ({
  origin: 'tool',
  body: { type: 'function_call_output', call_id: callId, output, success: false },
})

/** Results for the calls of a turn that the machine cannot close any more: read from the history alone. */
export const openCallItems = (items: readonly HistoryItem[], turnId: TurnId): readonly ItemDraft[] => {
  const ofTurn = items.filter(({ meta }) => meta.turn_id === turnId)
  const answered = new Set(ofTurn.flatMap((item) => (isToolOutput(item) ? [item.call_id] : [])))
  const open = ofTurn.flatMap((item) => (isToolCall(item) && !answered.has(item.call_id) ? [item.call_id] : []))
  return open.map((callId) => closedCall({ callId }, ABORTED_OUTPUT))
}

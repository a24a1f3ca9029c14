/**
 * The calls of one answer. Neighbours that change nothing run side by side, a call that changes something runs alone;
 * whatever finishes first, outputs enter the history in the order of the calls.
 */
import { type CallId, go, type Step } from '@rawr/protocol'
import { shownPatch } from '../shown-patch.ts'
import { closeCalls, closedCall, cut, endTurn, outputOf } from './ending.ts'
import type { ApprovalAsk, Batch, PlannedCall, Turn, TurnEffect, TurnEvent, TurnState } from './state.ts'

type TurnStep = Step<TurnState, TurnEffect>
type Awaiting = Extract<TurnState, { name: 'awaiting_approval' }>
type RunningTools = Extract<TurnState, { name: 'running_tools' }>

export const openBatch = (turn: Turn, calls: readonly PlannedCall[], before: readonly TurnEffect[]): TurnStep =>
  nextGroup(turn, { calls, start: 0, end: 0, outputs: [], written: 0 }, before)

/** The group behind the finished one; behind the last group, the next cut. */
const nextGroup = (turn: Turn, done: Batch, before: readonly TurnEffect[]): TurnStep => {
  if (done.end >= done.calls.length) return cut(turn, ...before)
  const batch = { ...done, start: done.end, end: groupEnd(done.calls, done.end) }
  const asks = groupOf(batch).flatMap(({ callId, ask }) =>
    ask === null || ask.keys.every((key) => turn.approved.includes(key)) ? [] : [{ callId, ask }],
  )
  if (asks.length === 0) return runGroup(turn, batch, before)
  const questions = asks.map(({ callId, ask }) => request(turn, callId, ask))
  return go<TurnState, TurnEffect>(
    { name: 'awaiting_approval', turn, batch, asks: asks.map(({ ask }) => ask.requestId) },
    ...before,
    ...questions,
  )
}

const groupEnd = (calls: readonly PlannedCall[], start: number): number => {
  if (calls[start]?.alone !== false) return start + 1
  const next = calls.findIndex((call, index) => index > start && call.alone)
  return next === -1 ? calls.length : next
}

const groupOf = ({ calls, start, end }: Batch): readonly PlannedCall[] => calls.slice(start, end)

const request = (turn: Turn, call_id: CallId, ask: ApprovalAsk): TurnEffect => {
  const about = { request_id: ask.requestId, call_id, turn_id: turn.turnId, reason: ask.reason }
  if (ask.kind === 'exec') {
    const { command, cwd } = ask
    return { type: 'emit', msg: { type: 'exec_approval_request', ...about, command: [...command], cwd } }
  }
  const paths = [...ask.paths]
  return { type: 'emit', msg: { type: 'apply_patch_approval_request', ...about, paths, ...shownPatch(ask.patch) } }
}

const runGroup = (turn: Turn, batch: Batch, before: readonly TurnEffect[]): TurnStep => {
  const open = groupOf(batch).filter((call) => outputOf(batch, call) === undefined)
  if (open.length === 0) return settle(turn, batch, before)
  return go<TurnState, TurnEffect>({ name: 'running_tools', turn, batch }, ...before, {
    type: 'run_tools',
    callIds: open.map(({ callId }) => callId),
  })
}

/** Writes the outputs that are due; goes on when the whole group is finished. */
const settle = (turn: Turn, batch: Batch, before: readonly TurnEffect[]): TurnStep => {
  const due = dueOutputs(batch)
  const written = { ...batch, written: batch.written + due.length }
  const effects: readonly TurnEffect[] = due.length === 0 ? before : [...before, { type: 'append', items: due }]
  if (written.written >= written.end) return nextGroup(turn, written, effects)
  return go<TurnState, TurnEffect>({ name: 'running_tools', turn, batch: written }, ...effects)
}

const dueOutputs = (batch: Batch) => {
  const outputs = batch.calls.slice(batch.written, batch.end).map((call) => outputOf(batch, call))
  const missing = outputs.indexOf(undefined)
  return (missing === -1 ? outputs : outputs.slice(0, missing)).filter((output) => output !== undefined)
}

export const afterToolFinished = (
  state: RunningTools,
  event: Extract<TurnEvent, { type: 'tool_finished' }>,
): TurnStep => {
  const call = groupOf(state.batch).find(({ callId }) => callId === event.callId)
  if (call === undefined || outputOf(state.batch, call) !== undefined) return go<TurnState, TurnEffect>(state)
  return settle(state.turn, withOutput(state.batch, call, event.output), [])
}

const withOutput = (batch: Batch, { callId }: PlannedCall, output: Batch['outputs'][number]['output']): Batch => ({
  ...batch,
  outputs: [...batch.outputs, { callId, output }],
})

const DENIED = 'denied: the user did not allow this call. Do not try the same in another way; ask, or go on without it.'

/** The first answer wins; what comes later finds nothing to answer. */
export const afterApproval = (
  state: Awaiting,
  { requestId, decision }: Extract<TurnEvent, { type: 'approval_answered' }>,
): TurnStep => {
  const call = groupOf(state.batch).find(({ ask }) => ask?.requestId === requestId)
  if (call?.ask == null || !state.asks.includes(requestId)) return go<TurnState, TurnEffect>(state)
  const told: TurnEffect = { type: 'emit', msg: { type: 'approval_resolved', request_id: requestId, decision } }
  if (decision === 'abort') {
    const message = 'The user refused a call and stopped the turn.'
    return endWithOpenCalls(state, { reason: 'approval_aborted', message }, told)
  }
  const batch = decision === 'denied' ? withOutput(state.batch, call, closedCall(call, DENIED)) : state.batch
  const asks = state.asks.filter((id) => id !== requestId)
  const remembered = decision === 'approved_for_session'
  const turn = remembered ? { ...state.turn, approved: [...state.turn.approved, ...call.ask.keys] } : state.turn
  const effects: readonly TurnEffect[] = remembered
    ? [told, { type: 'remember_approval', keys: call.ask.keys }]
    : [told]
  return asks.length === 0
    ? runGroup(turn, batch, effects)
    : go<TurnState, TurnEffect>({ ...state, turn, batch, asks }, ...effects)
}

export const nobodyToAsk = (state: Awaiting): TurnStep =>
  endWithOpenCalls(state, {
    reason: 'approval_needed',
    message:
      'A call needs a person’s approval and nobody is here to give it. Attach a client, or set approvals.policy.',
  })

const endWithOpenCalls = (
  state: Awaiting,
  end: { readonly reason: 'approval_aborted' | 'approval_needed'; readonly message: string },
  ...before: readonly TurnEffect[]
): TurnStep => {
  const text = 'not run: approval was not given'
  const close: TurnEffect = { type: 'append', items: closeCalls(state.batch, text) }
  return endTurn(state.turn, { kind: 'aborted', ...end }, ...before, close)
}

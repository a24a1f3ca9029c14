/** Mid-turn compaction as one exhaustive function: judged where a prompt says so, packed, compacted, handed over. */
import { assertNever, go, type RequestId, type Step, stay } from '@rawr/protocol'
import type { Evaluation, MidTurnEffect, MidTurnEvent, MidTurnState } from './state.ts'

export type MidTurnStep = Step<MidTurnState, MidTurnEffect>

export const idleMidTurn: MidTurnState = { name: 'idle' }

const PROCEED: MidTurnEffect = { type: 'proceed' }

export const midTurnTransition = (state: MidTurnState, event: MidTurnEvent): MidTurnStep => {
  if (event.type === 'stopped') return stopped(state)
  switch (state.name) {
    case 'idle':
      return event.type === 'cut_reached' ? atCut(event.evaluation) : stay(state)
    case 'judging':
      return event.type === 'judged' && event.requestId === state.requestId ? judged(event.evaluation) : stay(state)
    case 'awaiting_packet':
      return event.type === 'packet_written' && event.requestId === state.requestId
        ? packed(state, event.handoff)
        : stay(state)
    case 'compacting':
      return event.type === 'compaction_ended' ? compacted(state, event) : stay(state)
    case 'awaiting_handoff':
      return event.type === 'handoff_written' && event.decisionId === state.decisionId
        ? go<MidTurnState, MidTurnEffect>(idleMidTurn, PROCEED)
        : stay(state)
    default:
      return assertNever(state)
  }
}

const report = (
  decisionId: RequestId,
  outcome: Extract<MidTurnEffect, { type: 'report_decision' }>['outcome'],
): MidTurnEffect => ({ type: 'report_decision', decisionId, outcome })

const atCut = (evaluation: Evaluation | null): MidTurnStep => {
  if (evaluation === null) return go<MidTurnState, MidTurnEffect>(idleMidTurn, PROCEED)
  const { decision, decisionId } = evaluation
  switch (decision.kind) {
    case 'leave':
      return go<MidTurnState, MidTurnEffect>(idleMidTurn, report(decisionId, 'left'), PROCEED)
    case 'judge':
      return go<MidTurnState, MidTurnEffect>(
        { name: 'judging', requestId: decisionId },
        report(decisionId, 'pending'),
        { type: 'ask_judgment', requestId: decisionId },
      )
    case 'compact':
      return begin(evaluation)
    default:
      return assertNever(decision)
  }
}

/** A verdict that was asked for once is not asked for again: whatever is no compaction leaves it alone. */
const judged = (evaluation: Evaluation): MidTurnStep => {
  const { decision, decisionId } = evaluation
  if (decision.kind === 'compact') return begin(evaluation)
  const isVeto = decision.kind === 'leave' && decision.why === 'vetoed'
  return go<MidTurnState, MidTurnEffect>(
    idleMidTurn,
    report(decisionId, isVeto ? 'vetoed' : 'left'),
    { type: 'disarm' },
    PROCEED,
  )
}

const begin = ({ decisionId, packetAuthor, scratch, headsUp, handoff }: Evaluation): MidTurnStep => {
  const before: readonly MidTurnEffect[] = [report(decisionId, 'pending'), { type: 'heads_up', text: headsUp }]
  if (packetAuthor === 'watcher') return compact({ decisionId, handoff, packetAuthor }, ...before)
  return go<MidTurnState, MidTurnEffect>({ name: 'awaiting_packet', requestId: decisionId, handoff }, ...before, {
    type: 'ask_packet',
    requestId: decisionId,
    scratch,
  })
}

type Compaction = {
  readonly decisionId: RequestId
  readonly handoff: string
  readonly packetAuthor: 'agent' | 'watcher'
}

const compact = ({ decisionId, handoff, packetAuthor }: Compaction, ...before: readonly MidTurnEffect[]): MidTurnStep =>
  go<MidTurnState, MidTurnEffect>({ name: 'compacting', decisionId, handoff }, ...before, {
    type: 'compact',
    decisionId,
    packetAuthor,
    handoff,
  })

/** A packet that was not written is no reason to run out of room. */
const packed = (
  { requestId, handoff }: Extract<MidTurnState, { name: 'awaiting_packet' }>,
  written: string | null,
): MidTurnStep =>
  written === null
    ? compact({ decisionId: requestId, handoff, packetAuthor: 'watcher' })
    : compact({ decisionId: requestId, handoff: written, packetAuthor: 'agent' })

const compacted = (
  { decisionId, handoff }: Extract<MidTurnState, { name: 'compacting' }>,
  ended: Extract<MidTurnEvent, { type: 'compaction_ended' }>,
): MidTurnStep => {
  if (ended.outcome === 'failed')
    return go<MidTurnState, MidTurnEffect>(idleMidTurn, report(decisionId, 'failed'), PROCEED)
  return ended.handoff === 'in_view'
    ? go<MidTurnState, MidTurnEffect>(idleMidTurn, report(decisionId, 'compacted'), PROCEED)
    : go<MidTurnState, MidTurnEffect>({ name: 'awaiting_handoff', decisionId }, report(decisionId, 'compacted'), {
        type: 'write_handoff',
        decisionId,
        handoff,
      })
}

/** The turn is over; it proceeds nowhere. */
const stopped = (state: MidTurnState): MidTurnStep => {
  switch (state.name) {
    case 'idle':
      return stay(state)
    case 'judging':
    case 'awaiting_packet':
      return go<MidTurnState, MidTurnEffect>(
        idleMidTurn,
        { type: 'abort_asking' },
        report(state.requestId, 'cancelled'),
      )
    case 'compacting':
      return go<MidTurnState, MidTurnEffect>(idleMidTurn, report(state.decisionId, 'cancelled'))
    case 'awaiting_handoff':
      return go<MidTurnState, MidTurnEffect>(idleMidTurn)
    default:
      return assertNever(state)
  }
}

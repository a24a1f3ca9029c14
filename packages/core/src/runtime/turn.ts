/**
 * Drives the turn machine: performs its effects in order and decides nothing. Answers come back through the mailbox, so
 * that one loop owns the state.
 */
import { allItems } from '@rawr/compaction'
import {
  assertNever,
  type CallId,
  type EventMsg,
  isWork,
  type QueuedInput,
  type RequestId,
  type SubmissionId,
  type TurnId,
} from '@rawr/protocol'
import { textOfQueued } from '../engine/input-queue.ts'
import { type ItemDraft, stampItem } from '../engine/item-draft.ts'
import { outputTokensMax } from '../engine/limits.ts'
import type { MidTurnEvent } from '../engine/mid-turn/state.ts'
import type { SessionEffect } from '../engine/session/state.ts'
import { openCallItems } from '../engine/turn/ending.ts'
import { startOfTurn, turnTransition } from '../engine/turn/machine.ts'
import type { TurnEffect, TurnEnd, TurnEvent, TurnState } from '../engine/turn/state.ts'
import { type Edit, type TurnEdits, turnDiff, withEdits } from '../engine/turn-diff.ts'
import { archiveOf } from './archive-of.ts'
import { readNews } from './begin.ts'
import { handoffDraft, inputDraft } from './input-items.ts'
import type { Judge } from './judge.ts'
import { type MidTurn, openMidTurn, type TurnUnderWatch } from './mid-turn.ts'
import { noTools } from './no-tools.ts'
import { notesOnly } from './notes-only.ts'
import { type AnswerReader, openAnswerReader } from './read-answer.ts'
import { type NamedCall, openToolRuns, type ToolRuns } from './run-tools.ts'
import type { SessionParts } from './session-parts.ts'
import { announcedPrompts } from './thread-prompts.ts'

export type TurnStart = { readonly turnId: TurnId; readonly input: QueuedInput; readonly handoff: string | null }

export type TurnDriver = {
  start(start: TurnStart): void
  /** A steering message enters the history of the running turn. */
  addInput(input: QueuedInput): void
  /** One step of the machine, and its effects; called by the mailbox alone. */
  take(event: TurnEvent): void
  takeMidTurn(event: MidTurnEvent): void
  measure(): void
  /** The compaction that the turn waited for has ended. */
  resume(ended: Extract<SessionEffect, { type: 'resume_turn' }>): void
  stop(reason: 'interrupted' | 'shutdown'): void
  /** Whether a person is waited for, and with which question. */
  awaits(requestId: RequestId): boolean
  isAskingSomebody(): boolean
  /** The turn that runs, or the one that ran last. */
  turnId(): TurnId | null
  /** Ends the work without the machine: only where the session itself has failed. */
  abandon(): void
}

type Work = {
  readonly turnId: TurnId
  readonly submissionId: SubmissionId
  readonly calls: Map<CallId, NamedCall>
  readonly reader: AnswerReader
  readonly tools: ToolRuns
  readonly isReview: boolean
  readonly origin: QueuedInput['origin']
  edits: TurnEdits
  /** What changed around the thread since the last turn was told, or is no matter of this one. */
  knowsNews: boolean
  cancelWait: () => void
}

export const openTurnDriver = (parts: SessionParts, judge: Judge): TurnDriver => {
  const { deps } = parts
  let state: TurnState = startOfTurn
  let work: Work | null = null
  let reached = false
  const current = (): Work => {
    if (work === null) throw new Error(`no turn is running, the machine is in ${state.name}`)
    return work
  }
  const midTurn = openMidTurn(parts, { judge, proceed: () => parts.postSession({ type: 'turn_reached_cut' }) })
  const take = (event: TurnEvent): void => {
    reached ||= event.type === 'answered'
    const step = turnTransition(state, event)
    state = step.state
    for (const effect of step.effects) perform({ parts, work: current(), midTurn, state }, effect)
  }
  return {
    take,
    takeMidTurn: (event) => midTurn.take(event),
    start: ({ turnId, input, handoff }) => {
      state = startOfTurn
      work = openWork({ parts, midTurn }, turnId, input)
      beginTurn(parts, work, { turnId, input, handoff })
      const { max_rounds } = deps.settings.tools
      const { max_retries, offline_wait_ms } = deps.settings.provider
      const limits = { roundsMax: max_rounds, retriesMax: max_retries, offlineMsMax: offline_wait_ms }
      take({ type: 'started', turnId, limits, approved: [...parts.approved], reached, at: deps.clock.now() })
    },
    addInput: (input) => addInput(parts, current(), input),
    measure: () => {
      const now = current()
      const measured = (): TurnEvent => ({
        type: 'measured',
        fit: fitOfWork(parts, now),
        requestId: deps.ids.request(),
        at: deps.clock.now(),
      })
      if (now.knowsNews) return take(measured())
      now.knowsNews = true
      const isWanted = (): boolean => work === now && state.name === 'at_cut'
      readNews(parts, isWanted)
        .then(() => isWanted() && parts.postTurn(measured()))
        .catch(parts.broken)
    },
    resume: ({ outcome, message, handoff }) => {
      if (!midTurn.compactionEnded(outcome, handoff))
        take({ type: 'compaction_ended', outcome, message, at: deps.clock.now() })
    },
    stop: (reason) => {
      midTurn.stop()
      take({ type: 'stopped', reason, partial: current().reader.partial(), at: deps.clock.now() })
    },
    awaits: (requestId) => state.name === 'awaiting_approval' && state.asks.includes(requestId),
    turnId: () => work?.turnId ?? null,
    isAskingSomebody: () => state.name === 'awaiting_approval',
    abandon: () => {
      work?.cancelWait()
      work?.reader.abort()
      work?.tools.abort()
      state = { name: 'ended' }
      if (work !== null) appendDrafts(parts, work, openCallItems(allItems(parts.record.history()), work.turnId))
    },
  }
}

/** In a review nothing is compacted for comfort: only what does not fit is made to fit. */
const fitOfWork = (parts: SessionParts, { isReview }: Work): ReturnType<SessionParts['fit']> => {
  const fit = parts.fit()
  return isReview && fit.kind === 'built_in' ? { kind: 'fits' } : fit
}

type Open = { readonly parts: SessionParts; readonly midTurn: MidTurn }

const openWork = ({ parts, midTurn }: Open, turnId: TurnId, input: QueuedInput): Work => {
  const { submission_id, origin } = input
  const calls = new Map<CallId, NamedCall>()
  const emit = (msg: EventMsg): void => parts.outbox.emit(msg, submission_id)
  const { deps, broken } = parts
  const finished = (callId: CallId, output: ItemDraft): void =>
    parts.postTurn({ type: 'tool_finished', callId, output })
  const writesNotes = origin === 'scratch_prompt' || input.writes_scratch === true
  const mayCall = origin !== 'packet_prompt' || writesNotes
  const answers = origin === 'packet_prompt' || origin === 'scratch_prompt' ? 'packet' : 'assistant'
  const idle = mayCall ? deps.tools : noTools(deps.tools)
  const tools = writesNotes ? notesOnly(deps.tools, announcedPrompts(parts).scratch_file) : idle
  const edited = (edits: readonly Edit[]): void => {
    work.edits = withEdits(work.edits, edits)
  }
  const runs = openToolRuns({
    ...deps,
    tools,
    secrets: parts.secrets,
    archive: archiveOf(parts),
    outputTokensMax: () => outputTokensMax(parts.gauge(), deps.settings.tools.output_max_tokens),
    requestCompaction: (request) => midTurn.request(watched(parts, work), request),
    turnId,
    emit,
    finished,
    edited,
    broken,
  })
  const work: Work = {
    turnId,
    submissionId: submission_id,
    calls,
    reader: openAnswerReader(parts, { submissionId: submission_id, calls, answers, mayCall, writesNotes, tools: runs }),
    tools: runs,
    isReview: origin === 'review',
    origin,
    edits: new Map(),
    knowsNews: !isWork(origin),
    cancelWait: () => {},
  }
  return work
}

/** In this order: a log that ends anywhere in between still says whose message it is (L12). */
const beginTurn = (parts: SessionParts, work: Work, { turnId, input, handoff }: TurnStart): void => {
  const { settings, cwd } = parts.deps
  const { submission_id } = input
  parts.record.append([
    { type: 'queue', payload: { change: 'taken', submission_id, turn_id: turnId } },
    {
      type: 'turn_context',
      payload: {
        turn_id: turnId,
        cwd,
        approval_policy: settings.approvals.policy,
        sandbox_policy: { mode: settings.sandbox.mode },
        model: settings.model.name ?? '',
        context_window: parts.gauge().windowTokens,
      },
    },
  ])
  parts.outbox.emit({ type: 'turn_started', turn_id: turnId, origin: input.origin }, submission_id)
  if (work.isReview) parts.outbox.emit({ type: 'entered_review_mode', turn_id: turnId }, submission_id)
  if (handoff !== null) appendDrafts(parts, work, [handoffDraft(handoff)])
  writeInput(parts, work, input)
}

const addInput = (parts: SessionParts, work: Work, input: QueuedInput): void => {
  const { submission_id } = input
  parts.record.append([{ type: 'queue', payload: { change: 'taken', submission_id, turn_id: work.turnId } }])
  writeInput(parts, work, input)
}

const writeInput = (parts: SessionParts, work: Work, input: QueuedInput): void => {
  const item_id = parts.record.nextItemId()
  const { submission_id, origin } = input
  appendDrafts(parts, work, [{ ...inputDraft(input), id: item_id }])
  parts.outbox.emit({ type: 'user_message', item_id, submission_id, text: textOfQueued(input), origin }, submission_id)
}

const appendDrafts = (parts: SessionParts, { turnId }: Work, drafts: readonly ItemDraft[]): void => {
  const at = parts.deps.clock.now()
  parts.record.append(
    drafts.map((draft) => ({
      type: 'response_item',
      payload: stampItem(draft, { id: draft.id ?? parts.record.nextItemId(), at, turnId }),
    })),
  )
}

type Performance = {
  readonly parts: SessionParts
  readonly work: Work
  readonly midTurn: MidTurn
  readonly state: TurnState
}

const perform = ({ parts, work, midTurn, state }: Performance, effect: TurnEffect) => {
  switch (effect.type) {
    case 'reach_cut':
      return midTurn.reachCut(watched(parts, work), isBetweenAnswers(state))
    case 'compact': {
      const { limit } = effect
      const decisionId = midTurn.atLimit(watched(parts, work), limit)
      return parts.postSession({
        type: 'turn_wants_compaction',
        trigger: limit,
        decisionId,
        packetAuthor: 'none',
        handoff: null,
      })
    }
    case 'sample':
      return work.reader.sample(effect.requestId)
    case 'abort_sampling':
      return work.reader.abort()
    case 'append':
      return appendDrafts(parts, work, effect.items)
    case 'emit':
      return parts.outbox.emit(effect.msg, work.submissionId)
    case 'report_usage':
      return work.reader.reportUsage()
    case 'run_tools':
      return work.tools.start(effect.callIds.map((callId) => callOf(work, callId)))
    case 'abort_tools':
      return work.tools.abort()
    case 'remember_approval':
      for (const key of effect.keys) parts.approved.add(key)
      return
    case 'wait':
      work.cancelWait = parts.deps.clock.after(effect.ms, () =>
        parts.postTurn({ type: 'waited', timerId: effect.timerId }),
      )
      return
    case 'end':
      return endWork(parts, work, effect.end)
    default:
      return assertNever(effect)
  }
}

const watched = (parts: SessionParts, work: Work): TurnUnderWatch => ({
  turnId: work.turnId,
  submissionId: work.submissionId,
  origin: work.origin,
  writeHandoff: (handoff) => appendDrafts(parts, work, [handoffDraft(handoff)]),
})

/** Something was answered, and what follows is a request of its own and no repeat. */
const isBetweenAnswers = (state: TurnState): boolean => {
  if (state.name !== 'at_cut') return false
  const { rounds, failures, empty, overflowed, compacted } = state.turn
  return rounds > 0 && failures === 0 && empty === 0 && !overflowed && !compacted
}

const callOf = ({ calls }: Work, callId: CallId): NamedCall => {
  const call = calls.get(callId)
  if (call === undefined) throw new Error(`the machine runs ${callId}, which no answer brought`)
  return call
}

const endWork = (parts: SessionParts, work: Work, end: TurnEnd): void => {
  work.cancelWait()
  work.tools.drop()
  const { turnId: turn_id, submissionId } = work
  const msg: EventMsg =
    end.kind === 'complete'
      ? { type: 'turn_complete', turn_id, last_agent_message: end.lastMessage, duration_ms: end.durationMs }
      : { type: 'turn_aborted', turn_id, reason: end.reason, message: end.message }
  const unified_diff = turnDiff(work.edits, parts.deps.cwd)
  if (unified_diff !== '') parts.outbox.emit({ type: 'turn_diff', turn_id, unified_diff }, submissionId)
  const findings = end.kind === 'complete' ? end.lastMessage : null
  if (work.isReview) parts.outbox.emit({ type: 'exited_review_mode', turn_id, findings }, submissionId)
  parts.outbox.emit(msg, submissionId)
  parts.record.sync().catch(parts.broken)
  parts.postSession({ type: 'turn_ended', turnId: turn_id })
}

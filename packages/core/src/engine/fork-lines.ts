/**
 * The past of one thread as the beginning of another: a prefix of its log is a log, compactions and all. What was open at
 * the point of the fork is closed here; messages that waited stay with the original.
 */
import {
  err,
  type ForkPoint,
  ItemId,
  isToolCall,
  isToolOutput,
  ok,
  type Result,
  type RolloutItem,
  type RolloutLine,
  type SubmissionId,
  type ThreadId,
  type TurnId,
  type UnixMillis,
} from '@rawr/protocol'
import { textOfQueued } from './input-queue.ts'
import { stampItem } from './item-draft.ts'
import { restoreSession, type Torn } from './restore.ts'
import type { Refusal } from './session/state.ts'
import { ABORTED_OUTPUT, closedCall } from './turn/ending.ts'

export type Fork = {
  /** Of the original, all of them. */
  readonly lines: readonly RolloutLine[]
  /** `null`: everything so far. */
  readonly at: ForkPoint | null
  readonly from: ThreadId
  readonly to: ThreadId
  readonly now: UnixMillis
}

/** What the new log holds behind its `session_meta`. */
export const forkLines = (fork: Fork): Result<readonly RolloutItem[], Refusal> => {
  const end = endOf(fork)
  if (!end.ok) return end
  const past = fork.lines.slice(0, end.value)
  const ordinal = past.at(-1)?.ordinal ?? 0
  const { torn } = restoreSession(past)
  const kept = past.filter(staysIn(past, torn)).map((line) => underName(line, fork.to))
  const forked_from = { thread_id: fork.from, ordinal }
  return ok(
    numbered([
      ...kept,
      ...toldTorn(torn),
      ...closing(past, fork.now),
      { type: 'thread', payload: { forked_from } },
      event({ type: 'thread_changed', forked_from: fork.from }, null),
    ]),
  )
}

const endOf = ({ lines, at }: Fork): Result<number, Refusal> => {
  if (at === null) return ok(lines.length)
  const last = at.kind === 'item' ? endOfItem(lines, at.item_id) : endOfTurn(lines, at.turn_id)
  if (last !== -1) return ok(last + 1)
  const [name, key] = at.kind === 'item' ? [at.item_id, 'item_id'] : [at.turn_id, 'turn_id']
  return err({ code: 'invalid', message: `The thread has no ${at.kind} ${name}.`, path: ['op', 'at', key] })
}

/** The item, and what was only said about it: its own event, the figures after it, the end of a turn it was the last of. */
const endOfItem = (lines: readonly RolloutLine[], id: string): number => {
  const first = lines.findIndex((line) => line.type === 'response_item' && line.payload.meta.id === id)
  if (first === -1) return -1
  const other = lines.findIndex((line, index) => index > first && !isAbout(line, id))
  return other === -1 ? lines.length - 1 : other - 1
}

const isAbout = (line: RolloutLine, id: string): boolean => {
  if (line.type !== 'event_msg') return false
  const { msg } = line.payload
  if (msg.type === 'user_message' || msg.type === 'agent_message' || msg.type === 'agent_reasoning')
    return msg.item_id === id
  return msg.type === 'token_count' || msg.type === 'turn_complete' || msg.type === 'turn_aborted'
}

const endOfTurn = (lines: readonly RolloutLine[], id: string): number => {
  const end = lines.findIndex(
    (line) =>
      line.type === 'event_msg' &&
      (line.payload.msg.type === 'turn_complete' || line.payload.msg.type === 'turn_aborted') &&
      line.payload.msg.turn_id === id,
  )
  // It runs still: all of it so far.
  const began = lines.some(
    ({ type, payload }) => type === 'event_msg' && payload.msg.type === 'turn_started' && payload.msg.turn_id === id,
  )
  return end === -1 && began ? lines.length - 1 : end
}

/** Names and marks are the original's own, and so is what waits in its queue or had only just left it. */
const staysIn = (past: readonly RolloutLine[], torn: Torn | null): ((line: RolloutLine) => boolean) => {
  const taken = new Set<SubmissionId>()
  for (const { type, payload } of past)
    if (type === 'queue' && payload.change === 'taken') taken.add(payload.submission_id)
  if (torn !== null && torn.itemId === null) taken.delete(torn.input.submission_id)
  return (line) => {
    if (line.type === 'session_meta' || line.type === 'thread') return false
    if (line.type !== 'queue') return true
    const change = line.payload
    switch (change.change) {
      case 'added':
        return taken.has(change.input.submission_id)
      case 'replaced':
      case 'moved':
      case 'taken':
        return taken.has(change.submission_id)
      case 'released':
        return true
      case 'compaction_queued':
      case 'dropped':
      case 'held':
        return false
    }
  }
}

/** Without its place in the original, which is not its place here. */
const underName = (line: RolloutLine, thread_id: ThreadId): RolloutItem => {
  const { timestamp: _timestamp, ordinal: _ordinal, ...item } = line
  if (line.type !== 'event_msg' || line.payload.msg.type !== 'session_configured') return item
  return { type: 'event_msg', payload: { ...line.payload, msg: { ...line.payload.msg, thread_id } } }
}

type Message = Extract<RolloutItem, { type: 'event_msg' }>['payload']['msg']

const event = (msg: Message, submission_id: SubmissionId | null): RolloutItem => ({
  type: 'event_msg',
  payload: { seq: 0, submission_id, msg },
})

/** The daemon may have died between the item of a message and its event. */
const toldTorn = (torn: Torn | null): readonly RolloutItem[] => {
  if (torn === null || torn.itemId === null) return []
  const { submission_id, items, origin } = torn.input
  const text = textOfQueued({ items })
  return [event({ type: 'user_message', item_id: torn.itemId, submission_id, text, origin }, submission_id)]
}

const closing = (past: readonly RolloutLine[], at: UnixMillis): readonly RolloutItem[] => {
  const told = past.flatMap((line) => (line.type === 'event_msg' ? [line.payload] : []))
  const compaction = told.findLast(({ msg }) => COMPACTION_MARKS.has(msg.type))
  const turn = told.findLast(({ msg }) => TURN_MARKS.has(msg.type))
  const review = told.findLast(({ msg }) => REVIEW_MARKS.has(msg.type))
  const queue = told.findLast(({ msg }) => msg.type === 'queue_changed')
  const items: RolloutItem[] = []
  if (compaction?.msg.type === 'compaction_started')
    items.push(
      event(
        { type: 'compact_failed', compaction_id: compaction.msg.compaction_id, reason: 'interrupted' },
        compaction.submission_id,
      ),
    )
  if (turn?.msg.type === 'turn_started') {
    const turn_id = turn.msg.turn_id
    items.push(...abortedOutputs(past, { turnId: turn_id, at }))
    if (review?.msg.type === 'entered_review_mode')
      items.push(event({ type: 'exited_review_mode', turn_id, findings: null }, turn.submission_id))
    const end = {
      type: 'turn_aborted',
      turn_id,
      reason: 'interrupted',
      message: 'The thread was forked here.',
    } as const
    items.push(event(end, turn.submission_id))
  }
  if (queue?.msg.type === 'queue_changed' && queue.msg.queued.length > 0)
    items.push(event({ type: 'queue_changed', queued: [] }, null))
  return items
}

const COMPACTION_MARKS: ReadonlySet<string> = new Set(['compaction_started', 'context_compacted', 'compact_failed'])
const REVIEW_MARKS: ReadonlySet<string> = new Set(['entered_review_mode', 'exited_review_mode'])
const TURN_MARKS: ReadonlySet<string> = new Set(['turn_started', 'turn_complete', 'turn_aborted'])

type OpenTurn = { readonly turnId: TurnId; readonly at: UnixMillis }

const abortedOutputs = (past: readonly RolloutLine[], { turnId, at }: OpenTurn): readonly RolloutItem[] => {
  const items = past.flatMap((line) => (line.type === 'response_item' ? [line.payload] : []))
  const answered = new Set(items.flatMap((item) => (isToolOutput(item) ? [item.call_id] : [])))
  const open = items.flatMap((item) => (isToolCall(item) && !answered.has(item.call_id) ? [item] : []))
  return open.map(({ call_id, meta }) => {
    const id = ItemId.parse(`${meta.id}-aborted`)
    return {
      type: 'response_item',
      payload: stampItem(closedCall({ callId: call_id }, ABORTED_OUTPUT), { id, at, turnId }),
    }
  })
}

/** Events count from 1 without holes; lines of a damaged original may have had some. */
const numbered = (items: readonly RolloutItem[]): readonly RolloutItem[] => {
  let seq = 0
  return items.map((item) => {
    if (item.type !== 'event_msg') return item
    seq += 1
    return { type: 'event_msg', payload: { ...item.payload, seq } }
  })
}

/**
 * What a log that was cut anywhere says about the session it belongs to: which messages still wait, which turn or
 * compaction was open, and which submissions are known (L12). A fold over its lines.
 */
import {
  type CompactionId,
  type CompactionReport,
  type ItemId,
  NOT_CONFIRMED,
  type QueuedInput,
  type RolloutLine,
  type Seq,
  type SubmissionId,
  type Tokens,
  type Trigger,
  type TurnId,
} from '@rawr/protocol'
import { type Attempt, type CompactionGuard, guardAfter, newGuard } from './compaction-guard.ts'
import { afterChange, nothingWaiting, type WaitingInput } from './input-queue.ts'

export type OpenTurn = {
  readonly turnId: TurnId
  readonly submissionId: SubmissionId | null
  /** Entered, and not exited. */
  readonly inReview: boolean
}

export type OpenCompaction = {
  readonly compactionId: CompactionId
  readonly submissionId: SubmissionId | null
  readonly trigger: Trigger
  /** Used tokens when it began. */
  readonly before: Tokens
  /** `null` until its view is written. */
  readonly report: CompactionReport | null
}

export type Torn = {
  readonly input: QueuedInput
  readonly turnId: TurnId
  /** Where the item came and only its report did not. */
  readonly itemId: ItemId | null
}

export type Restored = {
  readonly waiting: WaitingInput
  readonly openTurn: OpenTurn | null
  readonly openCompaction: OpenCompaction | null
  /** Who asked for a compaction that waited, and has neither begun nor been reported. */
  readonly queuedCompaction: SubmissionId | null
  /** Taken out of the queue for a turn, and never reported in it: the log ends in between. */
  readonly torn: Torn | null
  /** What earlier attempts left behind: a daemon that starts again must not begin to spin again (L10). */
  readonly guard: CompactionGuard
  /** By submission, the number its events come after. */
  readonly submissions: ReadonlyMap<SubmissionId, Seq>
  /** A turn began, so the initial context was complete by then. */
  readonly hasBegun: boolean
}

export const restoreSession = (lines: Iterable<RolloutLine>): Restored => {
  const submissions = new Map<SubmissionId, Seq>()
  const inputs = new Map<SubmissionId, QueuedInput>()
  let restored: Restored = {
    waiting: nothingWaiting,
    openTurn: null,
    openCompaction: null,
    queuedCompaction: null,
    torn: null,
    guard: newGuard,
    submissions,
    hasBegun: false,
  }
  let lastSeq = 0
  const know = (id: SubmissionId, from: Seq): void => {
    if (!submissions.has(id)) submissions.set(id, from)
  }
  for (const line of lines) {
    if (line.type === 'event_msg') {
      const { seq, submission_id } = line.payload
      if (submission_id !== null) know(submission_id, seq - 1)
      lastSeq = seq
    }
    if (line.type === 'queue' && line.payload.change === 'added') {
      know(line.payload.input.submission_id, lastSeq)
      inputs.set(line.payload.input.submission_id, line.payload.input)
    }
    if (line.type === 'queue' && line.payload.change === 'compaction_queued') know(line.payload.submission_id, lastSeq)
    if (line.type === 'queue' && line.payload.change === 'replaced') {
      const { submission_id, items } = line.payload
      const input = inputs.get(submission_id)
      if (input !== undefined) inputs.set(submission_id, { ...input, items })
    }
    // Its sender was told that it is not accepted: sent again, it is new.
    if (line.type === 'queue' && line.payload.change === 'dropped' && line.payload.reason === NOT_CONFIRMED)
      submissions.delete(line.payload.submission_id)
    restored = afterLine(restored, line, inputs)
  }
  return restored
}

const afterLine = (restored: Restored, line: RolloutLine, inputs: ReadonlyMap<SubmissionId, QueuedInput>): Restored => {
  switch (line.type) {
    case 'queue': {
      const change = line.payload
      if (change.change === 'compaction_queued') return { ...restored, queuedCompaction: change.submission_id }
      const waiting = afterChange(restored.waiting, change)
      if (change.change !== 'taken') return { ...restored, waiting }
      const input = inputs.get(change.submission_id)
      return {
        ...restored,
        waiting,
        torn: input === undefined ? null : { input, turnId: change.turn_id, itemId: null },
      }
    }
    case 'response_item': {
      const { origin } = line.payload.meta
      if (origin === 'handoff') return { ...restored, waiting: { ...restored.waiting, handoff: null } }
      if (origin === 'context') return restored
      // The item of a taken message is the next one that is not its handoff.
      if (restored.torn === null || restored.torn.itemId !== null) return restored
      return { ...restored, torn: { ...restored.torn, itemId: line.payload.meta.id } }
    }
    case 'compacted': {
      const { trigger, tokens_before, tokens_after, report } = line.payload
      const open = restored.openCompaction
      const openCompaction = open === null || report === undefined ? null : { ...open, report }
      const attempt: Attempt = { trigger, before: tokens_before, after: tokens_after, outcome: 'compacted' }
      return { ...restored, openCompaction, guard: guardAfter(restored.guard, attempt) }
    }
    case 'event_msg':
      return afterEvent(withoutQueued(restored, line.payload), line.payload)
    case 'turn_context':
      return { ...restored, hasBegun: true }
    case 'session_meta':
    case 'undo':
    case 'redo':
    case 'rollback':
    case 'pins':
    case 'thread':
      return restored
  }
}

type Logged = Extract<RolloutLine, { type: 'event_msg' }>['payload']

/** The beginning or the failure of a compaction that waited. */
const withoutQueued = (restored: Restored, { msg, submission_id }: Logged): Restored =>
  (msg.type === 'compaction_started' || msg.type === 'compact_failed') && submission_id === restored.queuedCompaction
    ? { ...restored, queuedCompaction: null }
    : restored

const afterEvent = (restored: Restored, { msg, submission_id }: Logged): Restored => {
  const submissionId = submission_id
  if (msg.type === 'turn_started')
    return { ...restored, openTurn: { turnId: msg.turn_id, submissionId, inReview: false } }
  if (msg.type === 'entered_review_mode' || msg.type === 'exited_review_mode') {
    const inReview = msg.type === 'entered_review_mode'
    return { ...restored, openTurn: restored.openTurn === null ? null : { ...restored.openTurn, inReview } }
  }
  // A veto counts as an attempt: the same question is not asked again before something has grown.
  if (msg.type === 'rawr_auto_compaction_judgment_result')
    return msg.should_compact ? restored : { ...restored, guard: { ...restored.guard, rearmFrom: msg.used_tokens } }
  // What was put back into the view is no growth.
  if (msg.type === 'compaction_undone' || msg.type === 'compaction_redone' || msg.type === 'thread_rolled_back')
    return { ...restored, guard: { ...restored.guard, rearmFrom: msg.tokens_after } }
  if (msg.type === 'compaction_started') {
    const { compaction_id: compactionId, trigger, tokens_before: before } = msg
    return { ...restored, openCompaction: { compactionId, submissionId, trigger, before, report: null } }
  }
  if (msg.type === 'context_compacted') return { ...restored, openCompaction: null }
  if (msg.type === 'compact_failed') return afterFailure(restored, msg)
  if (msg.type === 'user_message' && restored.torn?.input.submission_id === msg.submission_id)
    return { ...restored, torn: null }
  const isEnd =
    (msg.type === 'turn_complete' || msg.type === 'turn_aborted') && restored.openTurn?.turnId === msg.turn_id
  return isEnd ? { ...restored, openTurn: null } : restored
}

/** A plan that was asked for and refused is no attempt, nor is a compaction that somebody interrupted. */
const afterFailure = (restored: Restored, msg: Extract<Logged['msg'], { type: 'compact_failed' }>): Restored => {
  const { openCompaction, guard } = restored
  if (openCompaction === null || openCompaction.compactionId !== msg.compaction_id) return restored
  const { trigger, before } = openCompaction
  const attempt: Attempt = { trigger, before, after: before, outcome: 'failed' }
  return {
    ...restored,
    openCompaction: null,
    guard: msg.reason === 'interrupted' ? guard : guardAfter(guard, attempt),
  }
}

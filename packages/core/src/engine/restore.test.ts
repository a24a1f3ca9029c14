import {
  CompactionId,
  type EventMsg,
  ItemId,
  type QueueChange,
  type RolloutItem,
  type RolloutLine,
  SubmissionId,
  TurnId,
} from '@rawr/protocol'
import { expect, test } from 'vitest'
import { isBreakerOpen, newGuard } from './compaction-guard.ts'
import { stampItem, textDraft } from './item-draft.ts'
import { restoreSession } from './restore.ts'

const submission_id = SubmissionId.parse('sb_a')
const turn_id = TurnId.parse('tn_1')
const input = { submission_id, items: [{ type: 'text' as const, text: 'Build it.' }], origin: 'user' as const }
const itemId = ItemId.parse('i1')

const queue = (payload: QueueChange): RolloutItem => ({ type: 'queue', payload })
const item = (origin: 'user' | 'handoff' = 'user'): RolloutItem => ({
  type: 'response_item',
  payload: stampItem(textDraft(origin, 'Build it.'), { id: itemId, at: 1, turnId: turn_id }),
})
const added = queue({ change: 'added', input })
const taken = queue({ change: 'taken', submission_id, turn_id })

/** Items as lines; events get the next number. */
const restored = (...items: readonly (RolloutItem | EventMsg)[]) => {
  let seq = 0
  const lines = items.map((entry, ordinal): RolloutLine => {
    if ('payload' in entry) return { timestamp: '', ordinal, ...entry } as RolloutLine
    seq += 1
    return { timestamp: '', ordinal, type: 'event_msg', payload: { seq, submission_id, msg: entry } }
  })
  return restoreSession(lines)
}

test('a compaction that waited is remembered until it begins or is reported', () => {
  const queued = queue({ change: 'compaction_queued', submission_id })
  const begins: EventMsg = {
    type: 'compaction_started',
    compaction_id: CompactionId.parse('cp_1'),
    trigger: 'manual',
    strategy: 'auto',
    tokens_before: 9,
  }
  expect(restored(queued).queuedCompaction).toBe(submission_id)
  expect(restored(queued, begins).queuedCompaction).toBeNull()
  expect(restored(queued, { type: 'compact_failed', reason: 'interrupted' }).queuedCompaction).toBeNull()
})

test('after an undo and after a rollback growth is counted from what is there then', () => {
  const undone: EventMsg = {
    type: 'compaction_undone',
    compaction_id: CompactionId.parse('cp_1'),
    tokens_before: 10,
    tokens_after: 900,
  }
  expect(restored(undone).guard.rearmFrom).toBe(900)
  const back: EventMsg = { type: 'thread_rolled_back', turns: 1, tokens_before: 900, tokens_after: 300 }
  expect(restored(undone, back).guard.rearmFrom).toBe(300)
})

const started: EventMsg = { type: 'turn_started', turn_id, origin: 'user' }
const reported: EventMsg = { type: 'user_message', item_id: itemId, submission_id, text: 'Build it.', origin: 'user' }
const complete: EventMsg = { type: 'turn_complete', turn_id, last_agent_message: null, duration_ms: 1 }

test('a message that was added and not taken waits', () => {
  expect(restored(added)).toMatchObject({ waiting: { queue: [input] }, torn: null, openTurn: null })
})

test('taken, and the log ends: it is torn, until its item and its report are there', () => {
  expect(restored(added, taken)).toMatchObject({
    torn: { input, turnId: turn_id, itemId: null },
    waiting: { queue: [] },
  })
  expect(restored(added, taken, started, item('handoff'))).toMatchObject({ torn: { itemId: null } })
  expect(restored(added, taken, started, item())).toMatchObject({ torn: { itemId } })
  expect(restored(added, taken, started, item(), reported).torn).toBeNull()
})

test('a turn is open until one of its two ends', () => {
  expect(restored(started).openTurn).toEqual({ turnId: turn_id, submissionId: submission_id, inReview: false })
  expect(restored(started, complete).openTurn).toBeNull()
  expect(restored(started, { type: 'turn_aborted', turn_id, reason: 'interrupted' }).openTurn).toBeNull()
  expect(restored(started, { ...complete, turn_id: TurnId.parse('tn_0') }).openTurn).not.toBeNull()
})

test('a compaction is open until it is reported or has failed', () => {
  const compaction_id = CompactionId.parse('cp_1')
  const begun: EventMsg = {
    type: 'compaction_started',
    compaction_id,
    trigger: 'manual',
    strategy: 'auto',
    tokens_before: 9,
  }
  expect(restored(begun).openCompaction).toMatchObject({ compactionId: compaction_id, submissionId: submission_id })
  expect(restored(begun, { type: 'compact_failed', compaction_id, reason: 'no_gain' }).openCompaction).toBeNull()
})

test('a submission is known by its queue line or its first event, and by the number before it', () => {
  expect([...restored(complete, complete, added).submissions]).toEqual([[submission_id, 0]])
  const other = SubmissionId.parse('sb_b')
  const late = restored(complete, complete, queue({ change: 'added', input: { ...input, submission_id: other } }))
  expect(late.submissions.get(other)).toBe(2)
})

test('a handoff waits until its item is in the history', () => {
  const sequence_id = 'sq_1' as never
  const released = queue({ change: 'released', sequence_id, handoff: 'the packet' })
  expect(restored(released).waiting.handoff).toBe('the packet')
  expect(restored(released, item('handoff')).waiting.handoff).toBeNull()
})

const attemptOf = (number: number, reason: 'no_gain' | 'interrupted'): readonly EventMsg[] => {
  const compaction_id = CompactionId.parse(`cp_${number}`)
  return [
    { type: 'compaction_started', compaction_id, trigger: 'hard_limit', strategy: 'auto', tokens_before: 90_000 },
    { type: 'compact_failed', compaction_id, reason },
  ]
}

test('a breaker that opened is still open in the next daemon: three failures in the log, whatever lies between', () => {
  const now = { usedTokens: 90_000, windowTokens: 100_000 }
  const failed = [attemptOf(1, 'no_gain'), attemptOf(2, 'no_gain')].flat()
  expect(isBreakerOpen(restored(...failed).guard, now)).toBe(false)
  const third = restored(...failed, started, complete, ...attemptOf(3, 'no_gain'))
  expect(isBreakerOpen(third.guard, now)).toBe(true)
  expect(third.guard.rearmFrom).toBe(90_000)
  expect(restored(...failed, ...attemptOf(3, 'interrupted')).guard).toEqual(restored(...failed).guard)
})

test('a plan that was refused is no attempt, and leaves an open compaction open', () => {
  const [begun] = attemptOf(1, 'no_gain')
  const refused: EventMsg = { type: 'compact_failed', reason: 'no_gain' }
  expect(restored(refused).guard).toEqual(newGuard)
  expect(begun === undefined ? null : restored(begun, refused).openCompaction).not.toBeNull()
})

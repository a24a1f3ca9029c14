/**
 * Closes what a crash left open, before anything new begins: open calls get an aborted output and are not run again, the
 * turn ends with `daemon_restarted`, and a message whose item never came is written down before (L12).
 */
import { allItems, changedUnder, completionLine } from '@rawr/compaction'
import type { EventMsg, HistoryItem, SequenceId, TurnId } from '@rawr/protocol'
import { type InputQueue, textOfQueued } from '../engine/input-queue.ts'
import { type ItemDraft, stampItem, textDraft } from '../engine/item-draft.ts'
import type { OpenCompaction, OpenTurn, Restored, Torn } from '../engine/restore.ts'
import { newSession, type SessionState } from '../engine/session/state.ts'
import { openCallItems } from '../engine/turn/ending.ts'
import { interruptionNotice } from '../engine/turn/notices.ts'
import type { Clock } from '../ports/clock.ts'
import { successEvents } from './fly.ts'
import { inputDraft } from './input-items.ts'
import type { Outbox } from './outbox.ts'
import type { ThreadRecord } from './record.ts'

export type RecoverDeps = { readonly record: ThreadRecord; readonly outbox: Outbox; readonly clock: Clock }

/** The state a session of this log begins in; what had to be closed is logged and told. */
export const recover = (deps: RecoverDeps, restored: Restored): SessionState => {
  const { record, outbox } = deps
  const { openCompaction, queuedCompaction, torn, waiting } = restored
  if (openCompaction !== null) closeCompaction(outbox, openCompaction)
  if (queuedCompaction !== null) outbox.emit(NEVER_BEGAN, queuedCompaction)
  if (torn !== null) writeTorn(deps, restored, torn)
  const openTurn = turnToClose(restored)
  if (openTurn !== null) {
    appendDrafts(deps, openTurn.turnId, closingItems(allItems(record.history()), openTurn.turnId))
    const { turnId: turn_id, submissionId } = openTurn
    if (openTurn.inReview) outbox.emit({ type: 'exited_review_mode', turn_id, findings: null }, submissionId)
    outbox.emit(
      {
        type: 'turn_aborted',
        turn_id,
        reason: 'daemon_restarted',
        message: 'The program ended during this turn. Nothing was run again; say "go on" to continue.',
      },
      submissionId,
    )
  }
  warnOfChanges(deps)
  if (waiting.hold !== null) releaseHold(deps, waiting.hold.sequenceId, waiting.queue)
  return { ...newSession, queue: waiting.queue, handoff: waiting.handoff }
}

/** A summary of items that are not there any more is still the best there is; but somebody should know. Said once. */
const warnOfChanges = ({ record, outbox }: RecoverDeps): void => {
  const said = new Set(outbox.eventsAfter(0).flatMap(({ msg }) => (msg.type === 'warning' ? [msg.message] : [])))
  for (const id of changedUnder(record.history())) {
    const message = `The log has changed under compaction ${id}: lines it was made from are missing or different. Undo it to see what is left of them.`
    if (!said.has(message)) outbox.emit({ type: 'warning', message }, null)
  }
}

const NEVER_BEGAN: EventMsg = {
  type: 'compact_failed',
  reason: 'interrupted',
  error_message: 'The program ended before the compaction began. Ask for it again.',
}

/** All or nothing (L8): one whose view is in the log was done, and only its report is missing. */
const closeCompaction = (outbox: Outbox, { compactionId, submissionId, report }: OpenCompaction): void => {
  const ends: readonly EventMsg[] =
    report === null
      ? [
          {
            type: 'compact_failed',
            compaction_id: compactionId,
            reason: 'interrupted',
            error_message: 'The program ended before the compaction was written.',
          },
        ]
      : successEvents({ compactionId, report, message: completionLine(report) })
  for (const msg of ends) outbox.emit(msg, submissionId)
}

/** The turn of a torn message may have had no other line yet. */
const turnToClose = ({ openTurn, torn }: Restored): OpenTurn | null =>
  torn === null
    ? openTurn
    : (openTurn ?? { turnId: torn.turnId, submissionId: torn.input.submission_id, inReview: false })

/** The message was on its way into this turn: there it goes, and ends with it, reported interrupted. */
const writeTorn = (deps: RecoverDeps, { openTurn }: Restored, { input, turnId, itemId }: Torn): void => {
  const { record, outbox } = deps
  const { submission_id, origin } = input
  if (openTurn === null) outbox.emit({ type: 'turn_started', turn_id: turnId, origin }, submission_id)
  const item_id = itemId ?? record.nextItemId()
  if (itemId === null) appendDrafts(deps, turnId, [{ ...inputDraft(input), id: item_id }])
  outbox.emit({ type: 'user_message', item_id, submission_id, text: textOfQueued(input), origin }, submission_id)
}

/** The driver went with the program: its sequence is over. */
const releaseHold = ({ record, outbox }: RecoverDeps, sequence_id: SequenceId, queue: InputQueue): void => {
  record.append([{ type: 'queue', payload: { change: 'released', sequence_id } }])
  const submission_ids = queue.map(({ submission_id }) => submission_id)
  outbox.emit({ type: 'input_released', sequence_id, submission_ids, by: 'driver_lost' }, null)
}

/** The notice stands once, also where closing itself was cut off. */
const closingItems = (items: readonly HistoryItem[], turnId: TurnId): readonly ItemDraft[] => {
  const ofTurn = items.filter(({ meta }) => meta.turn_id === turnId)
  const last = ofTurn.at(-1)
  const hasNotice = last?.type === 'message' && last.meta.origin === 'synthetic' && ofTurn.length > 1
  const notice =
    hasNotice || ofTurn.length === 0 ? [] : [textDraft('synthetic', interruptionNotice('daemon_restarted'))]
  return [...openCallItems(ofTurn, turnId), ...notice]
}

const appendDrafts = ({ record, clock }: RecoverDeps, turnId: TurnId, drafts: readonly ItemDraft[]): void => {
  const at = clock.now()
  record.append(
    drafts.map((draft) => ({
      type: 'response_item',
      payload: stampItem(draft, { id: draft.id ?? record.nextItemId(), at, turnId }),
    })),
  )
}

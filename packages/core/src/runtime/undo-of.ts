/** Which compactions an op takes back or puts in force again, and whether what comes back fits. */
import { applyLine, compactionsSince, redoCompaction, undoCompaction, visibleTokens } from '@rawr/compaction'
import type { CompactionId, Op } from '@rawr/protocol'
import type { Refusal, SessionInput } from '../engine/session/state.ts'
import type { Submitted } from './session-deps.ts'
import type { SessionParts } from './session-parts.ts'

type UndoOp = Extract<Op, { type: 'uncompact' | 'recompact' }>

export const undoOf = (parts: SessionParts, { id, clientId }: Submitted, op: UndoOp): SessionInput => {
  const change = op.type === 'uncompact' ? 'undo' : 'redo'
  const history = parts.record.history()
  const named = (change === 'undo' ? undoCompaction : redoCompaction)(history, op.compaction_id)
  const event = { type: 'undo_submitted', id, from: clientId, change } as const
  if (!named.ok)
    return { ...event, compactionIds: [], refusal: { code: 'nothing_to_undo', message: named.error.message } }
  const compactionIds = [named.value]
  return { ...event, compactionIds, refusal: tooLarge(parts, { change, compactionIds }) }
}

type RestoreOp = Extract<Op, { type: 'history_restore' }>

export const restoreOf = (parts: SessionParts, { id, clientId }: Submitted, { archive }: RestoreOp): SessionInput => {
  const event = { type: 'undo_submitted', id, from: clientId, change: 'undo' } as const
  const found = compactionsSince(parts.record.history(), archive)
  if (!found.ok) {
    const refusal: Refusal = { code: 'nothing_to_undo', message: found.error.message, path: ['op', 'archive'] }
    return { ...event, compactionIds: [], refusal }
  }
  const compactionIds = found.value
  return { ...event, compactionIds, refusal: tooLarge(parts, { change: 'undo', compactionIds }) }
}

type Change = { readonly change: 'undo' | 'redo'; readonly compactionIds: readonly CompactionId[] }

const tooLarge = ({ record, gauge }: SessionParts, { change, compactionIds }: Change): Refusal | null => {
  const after = compactionIds.reduce(
    (history, compacted_id) =>
      applyLine(history, { timestamp: '', ordinal: 0, type: change, payload: { compacted_id } }),
    record.history(),
  )
  const { staticTokens, windowTokens } = gauge()
  const tokens = staticTokens + visibleTokens(after)
  const message = `The originals have about ${tokens} tokens and the model holds ${windowTokens}.`
  return tokens <= windowTokens ? null : { code: 'undo_too_large', message }
}

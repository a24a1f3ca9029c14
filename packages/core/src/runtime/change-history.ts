/** Writes what makes other items count: an undo, a redo, a rollback. Says how full the context was before and is now. */
import type { CompactionId, SubmissionId, Tokens } from '@rawr/protocol'
import { usageOf } from '../engine/limits.ts'
import type { Compactor } from './compact.ts'
import { reportUsage } from './read-answer.ts'
import type { SessionParts } from './session-parts.ts'

export type HistoryChanger = { readonly parts: SessionParts; readonly compactor: Compactor }

type Undo = { readonly id: SubmissionId; readonly change: 'undo' | 'redo'; readonly compactionId: CompactionId }

export const logUndo = (changer: HistoryChanger, { id, change, compactionId }: Undo): void => {
  const { record, outbox } = changer.parts
  const tokens_before = usedTokens(changer)
  record.append([{ type: change, payload: { compacted_id: compactionId } }])
  const type = change === 'undo' ? 'compaction_undone' : 'compaction_redone'
  outbox.emit({ type, compaction_id: compactionId, tokens_before, tokens_after: usedTokens(changer) }, id)
  afterChange(changer, id)
}

type Rollback = { readonly id: SubmissionId; readonly turns: number }

export const logRollback = (changer: HistoryChanger, { id, turns }: Rollback): void => {
  const { record, outbox } = changer.parts
  const tokens_before = usedTokens(changer)
  record.append([{ type: 'rollback', payload: { turns } }])
  outbox.emit({ type: 'thread_rolled_back', turns, tokens_before, tokens_after: usedTokens(changer) }, id)
  afterChange(changer, id)
}

const usedTokens = ({ parts }: HistoryChanger): Tokens => usageOf(parts.gauge()).used_tokens

const afterChange = ({ parts, compactor }: HistoryChanger, id: SubmissionId): void => {
  compactor.disarm()
  reportUsage(parts, id, { usage: null, estimatedInput: 0 })
}

/** How a session begins: it gives the model what it must know beside the user's words. */
import { stampItem } from '../engine/item-draft.ts'
import { contextDrafts, hasMoved, missingDrafts } from './context.ts'
import type { SessionParts } from './session-parts.ts'

type Beginning = {
  /** A turn began in an earlier life, so the initial context was complete by then. */
  readonly hasBegun: boolean
  /** The session still waits for it. */
  readonly isWanted: () => boolean
}

/** Of a thread that goes on under another folder, sandbox or approval policy the model is told the new environment. */
export const readContext = async (parts: SessionParts, { hasBegun, isWanted }: Beginning): Promise<void> => {
  const { deps, record, outbox } = parts
  if (hasBegun && !hasMoved(deps)) return parts.postSession({ type: 'context_read' })
  const context = await deps.readContext()
  if (!isWanted()) return
  const at = deps.clock.now()
  const all = contextDrafts(context, deps)
  const drafts = missingDrafts(hasBegun ? all.slice(-1) : all, record.history())
  record.append(
    drafts.map((draft) => ({ type: 'response_item', payload: stampItem(draft, { id: record.nextItemId(), at }) })),
  )
  if (!hasBegun) for (const message of context.warnings) outbox.emit({ type: 'warning', message }, null)
  parts.warn(null, null)
  parts.postSession({ type: 'context_read' })
}

/** What the model must know beside the user's words: told when a thread begins, and again where it has changed. */
import { type ItemDraft, stampItem } from '../engine/item-draft.ts'
import { contextDrafts, missingDrafts, newsDrafts } from './context.ts'
import type { InitialContext } from './session-deps.ts'
import type { SessionParts } from './session-parts.ts'

type Beginning = {
  /** A turn began in an earlier life, so the initial context was complete by then. */
  readonly hasBegun: boolean
  /** The session still waits for it. */
  readonly isWanted: () => boolean
}

export const readContext = async (parts: SessionParts, { hasBegun, isWanted }: Beginning): Promise<void> => {
  const { deps, record, outbox } = parts
  if (hasBegun) return parts.postSession({ type: 'context_read' })
  const context = await deps.readContext()
  if (!isWanted()) return
  append(parts, missingDrafts(contextDrafts(context, deps), record.history()))
  for (const message of context.warnings) outbox.emit({ type: 'warning', message }, null)
  parts.warn(null, null)
  parts.postSession({ type: 'context_read' })
}

/**
 * Before the first request of a turn: instruction files that were changed since, another folder, another day. What cannot be
 * read now is as it was.
 */
export const readNews = async (parts: SessionParts, isWanted: () => boolean): Promise<void> => {
  const { deps, record } = parts
  const context = await withinTime(deps)
  if (context !== null && isWanted()) append(parts, newsDrafts({ context, place: deps, history: record.history() }))
}

/** A disk that hangs holds no turn up for longer. */
const NEWS_MS_MAX = 2_000

const withinTime = ({ readContext, clock }: SessionParts['deps']): Promise<InitialContext | null> => {
  const { promise, resolve } = Promise.withResolvers<InitialContext | null>()
  const cancel = clock.after(NEWS_MS_MAX, () => resolve(null))
  void readContext()
    .catch(() => null)
    .then(resolve)
    .finally(cancel)
  return promise
}

const append = ({ record, deps }: SessionParts, drafts: readonly ItemDraft[]): void => {
  if (drafts.length === 0) return
  const at = deps.clock.now()
  record.append(
    drafts.map((draft) => ({ type: 'response_item', payload: stampItem(draft, { id: record.nextItemId(), at }) })),
  )
}

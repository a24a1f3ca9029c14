/** Which compaction an undo or a redo means. The caller writes the line; the history follows from it. */
import { type CompactionId, err, ok, type Result } from '@rawr/protocol'
import { activeCompaction, type History } from '../history/history.ts'

export type UndoRefusal = {
  readonly reason: 'nothing_to_undo' | 'nothing_to_redo' | 'not_the_active_one'
  readonly message: string
}

/** The compaction to name in an `undo` line: the active one. With `id`, only if that is it. */
export const undoCompaction = (history: History, id?: CompactionId): Result<CompactionId, UndoRefusal> => {
  const active = activeCompaction(history)
  if (active === null) return err({ reason: 'nothing_to_undo', message: 'No compaction is in force in this thread.' })
  if (id !== undefined && id !== active.entry.id) {
    return err({
      reason: 'not_the_active_one',
      message: `Undo ${active.entry.id} first: it is the newest compaction in force.`,
    })
  }
  return ok(active.entry.id)
}

/** The compaction to name in a `redo` line: the oldest undone one that is newer than every one in force. */
export const redoCompaction = (history: History, id?: CompactionId): Result<CompactionId, UndoRefusal> => {
  const active = history.compactions.findLastIndex((compaction) => !compaction.undone)
  const next = history.compactions[active + 1]
  if (next === undefined)
    return err({ reason: 'nothing_to_redo', message: 'No undone compaction is left in this thread.' })
  if (id !== undefined && id !== next.entry.id) {
    return err({ reason: 'not_the_active_one', message: `Redo ${next.entry.id} first: it was undone last.` })
  }
  return ok(next.entry.id)
}

/** The compactions to undo, newest first, until what the archive of this name holds is seen again. */
export const compactionsSince = (history: History, archive: string): Result<readonly CompactionId[], UndoRefusal> => {
  const inForce = history.compactions.filter(({ undone }) => !undone)
  const named = inForce.flatMap(({ entry }, index) => (entry.archive?.startsWith(archive) === true ? [index] : []))
  const [only, ...others] = named
  if (only === undefined)
    return err({
      reason: 'nothing_to_undo',
      message: `No compaction in force in this thread has the archive ${archive}.`,
    })
  if (others.length > 0)
    return err({ reason: 'not_the_active_one', message: `Several archives begin with ${archive}: name one in full.` })
  return ok(
    inForce
      .slice(only)
      .map(({ entry }) => entry.id)
      .reverse(),
  )
}

/** All threads of a home, newest first; what an earlier listing has read, of this program or another, is not read again. */
import type { ThreadSummary } from '../../ports/thread-log.ts'
import { openSummaryIndex } from './summary-index.ts'
import { threadFiles } from './thread-files.ts'
import { type KnownThread, lookAgain } from './thread-summary.ts'

/** Files read side by side in a listing. */
const READ_AT_ONCE = 32

export const openListing = (): ((home: string) => Promise<readonly ThreadSummary[]>) => {
  let known: ReadonlyMap<string, KnownThread> | null = null
  return async (home) => {
    const index = openSummaryIndex(home)
    const files = await threadFiles(home)
    const before = known ?? (await index.load())
    const now = new Map<string, KnownThread>()
    for (let at = 0; at < files.length; at += READ_AT_ONCE)
      await Promise.all(
        files.slice(at, at + READ_AT_ONCE).map(async (log) => {
          const found = await lookAgain(log, before.get(log.path))
          if (found !== null) now.set(log.path, found)
        }),
      )
    known = now
    if (now.size !== before.size || [...now].some(([path, entry]) => before.get(path) !== entry)) await index.save(now)
    return [...now.values()]
      .flatMap(({ summary }) => (summary === null ? [] : [summary]))
      .sort((a, b) => compareText(b.updatedAt, a.updatedAt) || compareText(b.threadId, a.threadId))
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

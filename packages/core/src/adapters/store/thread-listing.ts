/**
 * All threads of a home, newest first. What an earlier listing has read, of this program or another, is not read again, and
 * what a listing reads is bounded: both ends of each log that is new or has grown, and then on in the newest of them.
 */
import type { ListOptions, ThreadSummary } from '../../ports/thread-log.ts'
import { openSummaryIndex } from './summary-index.ts'
import { type ThreadFile, threadFiles } from './thread-files.ts'
import { type KnownThread, lookAgain, readOn, summaryOf } from './thread-summary.ts'

/** Files read side by side in a listing. */
const READ_AT_ONCE = 32

/** What one listing reads beside the ends of logs. */
export const READ_ON_BYTES = 16 * 1024 * 1024

export const openListing = (): ((home: string, options?: ListOptions) => Promise<readonly ThreadSummary[]>) => {
  let known: ReadonlyMap<string, KnownThread> | null = null
  return async (home, { whole = false } = {}) => {
    const index = openSummaryIndex(home)
    const files = await threadFiles(home)
    const before = known ?? (await index.load())
    const now = await lookAtAll(files, before)
    await readOnInNewest(files, now, whole ? Number.POSITIVE_INFINITY : READ_ON_BYTES)
    known = now
    if (now.size !== before.size || [...now].some(([path, entry]) => before.get(path) !== entry)) await index.save(now)
    return files.flatMap((log) => summarized(log, now.get(log.path))).sort(byNewest)
  }
}

const lookAtAll = async (
  files: readonly ThreadFile[],
  before: ReadonlyMap<string, KnownThread>,
): Promise<Map<string, KnownThread>> => {
  const now = new Map<string, KnownThread>()
  for (let at = 0; at < files.length; at += READ_AT_ONCE)
    await Promise.all(
      files.slice(at, at + READ_AT_ONCE).map(async (log) => {
        const found = await lookAgain(log, before.get(log.path))
        if (found !== null) now.set(log.path, found)
      }),
    )
  return now
}

const readOnInNewest = async (
  files: readonly ThreadFile[],
  now: Map<string, KnownThread>,
  bytesMax: number,
): Promise<void> => {
  const unread = files
    .flatMap((log) => {
      const entry = now.get(log.path)
      return entry === undefined || entry.unreadBytes === 0 ? [] : [{ log, entry }]
    })
    .sort((a, b) => b.entry.modifiedMs - a.entry.modifiedMs)
  let left = bytesMax
  for (const { log, entry } of unread) {
    if (left <= 0) return
    const read = await readOn(log, entry, left)
    now.set(log.path, read.known)
    left -= read.bytes
  }
}

const summarized = (log: ThreadFile, entry: KnownThread | undefined): readonly ThreadSummary[] => {
  const summary = entry === undefined ? null : summaryOf(log, entry)
  return summary === null ? [] : [summary]
}

const byNewest = (a: ThreadSummary, b: ThreadSummary): number =>
  compareText(b.updatedAt, a.updatedAt) || compareText(b.threadId, a.threadId)

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

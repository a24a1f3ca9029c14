/**
 * One line of a session list, from the two ends of a log: who reads 5 GB to show a list shows it too late. What stands between
 * them is read by and by (`readOn`), and until then the summary says how much was not.
 */
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { ThreadId } from '@rawr/protocol'
import type { ThreadSummary } from '../../ports/thread-log.ts'
import { isNoLog, LINE_HELD_BYTES, type LogScan, type LogTail, NOTHING_SCANNED, readTail, scanOn } from './log-scan.ts'
import { marksAfter } from './thread-changes.ts'

/** Of a log that has changed, at most this much is read at each end. */
export const EDGE_BYTES = 16 * 1024

/** What is known of one log, and of which state of its file. */
export type KnownThread = {
  readonly inode: number
  readonly size: number
  readonly modifiedMs: number
  readonly scan: LogScan
  readonly tail: LogTail
  /** Bytes between what was scanned and the tail. */
  readonly unreadBytes: number
}

type Log = { readonly path: string; readonly threadId: ThreadId }

/** `before` where nothing has changed since; `null`: gone or unreadable since it was listed. */
export const lookAgain = async ({ path }: Log, before: KnownThread | undefined): Promise<KnownThread | null> => {
  try {
    const { ino: inode, size, mtimeMs: modifiedMs } = await stat(path)
    const state = { inode, size, modifiedMs }
    if (before !== undefined && isSame(before, state)) return before
    const grown = before?.inode === inode && before.scan.scannedTo <= size ? before : undefined
    return await withFile(path, (file) => readEnds(file, state, grown))
  } catch {
    return null
  }
}

type FileState = Pick<KnownThread, 'inode' | 'size' | 'modifiedMs'>

const isSame = (a: FileState, b: FileState): boolean =>
  a.inode === b.inode && a.size === b.size && a.modifiedMs === b.modifiedMs

const withFile = async <Out>(path: string, use: (file: FileHandle) => Promise<Out>): Promise<Out> => {
  const file = await open(path, 'r')
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

const readEnds = async (
  file: FileHandle,
  state: FileState,
  { scan, tail }: Pick<KnownThread, 'scan' | 'tail'> = { scan: NOTHING_SCANNED, tail: { from: 0, change: {} } },
): Promise<KnownThread> => {
  const { size } = state
  const at = scan.scannedTo
  if (size - at <= 2 * EDGE_BYTES) return { ...state, ...whole(scanOn(scan, await bytesAt(file, at, size - at)), size) }
  const head = scanOn(scan, await bytesAt(file, at, EDGE_BYTES))
  const { from, change } = readTail(await bytesAt(file, size - EDGE_BYTES, EDGE_BYTES), size - EDGE_BYTES)
  return { ...state, ...parts(head, { from, change: { ...tail.change, ...change } }) }
}

/** A torn last line stays behind `scannedTo`, so that the next look sees it whole. */
const whole = (scan: LogScan, size: number) => ({ scan, tail: { from: size, change: {} }, unreadBytes: 0 })

const parts = (scan: LogScan, tail: LogTail) => ({
  scan,
  tail,
  unreadBytes: isNoLog(scan) ? 0 : Math.max(0, tail.from - scan.scannedTo),
})

const bytesAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

export type ReadOn = { readonly known: KnownThread; readonly bytes: number }

/** Reads on where the last reading ended, at most so many bytes. */
export const readOn = async ({ path }: Log, before: KnownThread, bytesMax: number): Promise<ReadOn> => {
  let known = before
  let bytes = 0
  try {
    await withFile(path, async (file) => {
      while (known.unreadBytes > 0 && bytes < bytesMax) {
        const at = known.scan.scannedTo
        const piece = await bytesAt(file, at, Math.min(LINE_HELD_BYTES, bytesMax - bytes, known.size - at))
        bytes += piece.byteLength
        const scan = scanOn(known.scan, piece)
        const isEnd = piece.byteLength === 0 || at + piece.byteLength >= known.size
        known = { ...known, ...(isEnd ? whole(scan, known.size) : parts(scan, known.tail)) }
        // The next line is longer than what was left.
        if (!isEnd && scan.scannedTo === at) break
      }
    })
  } catch {
    // Gone since it was listed; the next listing sees that.
  }
  return { known, bytes }
}

/** `null`: no readable beginning. */
export const summaryOf = (
  log: Log,
  { scan, tail, size, modifiedMs, unreadBytes }: KnownThread,
): ThreadSummary | null => {
  const { beginning, firstUserText, isUntouched, marks } = scan
  if (beginning === null) return null
  const updatedAt = new Date(modifiedMs).toISOString()
  const own = { firstUserText, isUntouched: isUntouched && unreadBytes === 0, bytes: size, unreadBytes }
  return { ...log, ...beginning, updatedAt, ...own, ...marksAfter(marks, tail.change) }
}

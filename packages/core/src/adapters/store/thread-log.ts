/**
 * Threads on disk: `sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`, append-only, one writer each. The folder and the
 * name come from the thread's start, in UTC, so that a listing sorts by time.
 */
import { fstatSync, ftruncateSync, writeSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  encodeRolloutLine,
  err,
  ok,
  type Result,
  type RolloutItem,
  type RolloutLine,
  type SessionMeta,
  type ThreadId,
} from '@rawr/protocol'
import type { Clock } from '../../ports/clock.ts'
import type { OpenedLog, OpenLogError, ThreadLog, ThreadStore } from '../../ports/thread-log.ts'
import { syncFolder } from './atomic-file.ts'
import { findText } from './find-text.ts'
import { openLineWriter } from './line-writer.ts'
import { acquireLock, type Lock } from './lock.ts'
import { readLog } from './read-log.ts'
import { lockOf, type ThreadFile, threadFiles } from './thread-files.ts'
import { openListing } from './thread-listing.ts'

export type ThreadStoreOptions = { readonly home: string; readonly clock: Pick<Clock, 'now'> }

/** What an id must be to stand in a file name; ids of an `IdSource` always are. */
const NAMEABLE = /^[\w.-]{1,120}$/

export const openThreadStore = (options: ThreadStoreOptions): ThreadStore => {
  const list = openListing()
  return {
    create: (meta) => createLog(options, meta),
    open: (threadId) => openLog(options, threadId),
    read: (threadId) => readLines(options, threadId),
    list: (listOptions) => list(options.home, listOptions),
    // A file that is gone since it was listed holds nothing.
    findText: ({ path }, text) => findText(path, text).catch(() => null),
  }
}

const fileOf = async ({ home }: ThreadStoreOptions, threadId: ThreadId): Promise<Result<ThreadFile, OpenLogError>> => {
  const file = (await threadFiles(home)).find((candidate) => candidate.threadId === threadId)
  return file === undefined
    ? err({
        code: 'thread_not_found',
        message: `There is no thread ${threadId} in ${home}; rawr sessions lists those there are.`,
      })
    : ok(file)
}

const unreadable = (path: string, cause: unknown): Result<never, OpenLogError> =>
  err({ code: 'unreadable', message: `Cannot read ${path}: ${(cause as Error).message}` })

const readLines: (
  options: ThreadStoreOptions,
  threadId: ThreadId,
) => Promise<Result<readonly RolloutLine[], OpenLogError>> = async (options, threadId) => {
  const file = await fileOf(options, threadId)
  if (!file.ok) return file
  try {
    return ok((await readLog(file.value.path)).lines)
  } catch (cause) {
    return unreadable(file.value.path, cause)
  }
}

const createLog = async (options: ThreadStoreOptions, meta: SessionMeta): Promise<ThreadLog> => {
  if (!NAMEABLE.test(meta.id)) throw new Error(`a thread cannot be called ${JSON.stringify(meta.id)} on disk`)
  const lock = await acquireLock(lockOf(options.home, meta.id))
  if (!lock.ok) throw new Error(`thread ${meta.id} is being written by process ${lock.error.holder.pid}`)
  const startedAt = new Date(meta.timestamp).toISOString()
  const [year = '', month = '', day = ''] = startedAt.slice(0, 10).split('-')
  const folder = join(options.home, 'sessions', year, month, day)
  const path = join(folder, `rollout-${startedAt.slice(0, 19).replaceAll(':', '-')}-${meta.id}.jsonl`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const log = await appendTo({ ...options, path, threadId: meta.id, lock: lock.value, flags: 'ax', nextOrdinal: 0 })
  log.append([{ type: 'session_meta', payload: meta }])
  await log.sync()
  // The entries of the file and of up to three new folders.
  for (let entry = folder; entry.length > options.home.length; entry = dirname(entry)) await syncFolder(entry)
  return log
}

const openLog = async (options: ThreadStoreOptions, threadId: ThreadId): Promise<Result<OpenedLog, OpenLogError>> => {
  const found = await fileOf(options, threadId)
  if (!found.ok) return found
  const file = found.value
  const lock = await acquireLock(lockOf(options.home, threadId))
  if (!lock.ok)
    return err({ code: 'in_use', message: `Thread ${threadId} is being written by process ${lock.error.holder.pid}.` })
  try {
    const { lines, skipped, endsInsideLine } = await readLog(file.path)
    const nextOrdinal = (lines.at(-1)?.ordinal ?? -1) + 1
    const log = await appendTo({ ...options, ...file, lock: lock.value, flags: 'a', nextOrdinal, endsInsideLine })
    return ok({ log, lines, skipped })
  } catch (cause) {
    await lock.value.release()
    return unreadable(file.path, cause)
  }
}

type AppendOptions = {
  readonly clock: Pick<Clock, 'now'>
  readonly path: string
  readonly threadId: ThreadId
  readonly lock: Lock
  readonly flags: 'a' | 'ax'
  readonly nextOrdinal: number
  readonly endsInsideLine?: boolean
}

const appendTo = async (options: AppendOptions): Promise<ThreadLog> => {
  const file = await open(options.path, options.flags, 0o600)
  const writer = openLineWriter(options, {
    write: (bytes) => writeSync(file.fd, bytes),
    takeBack: (bytes) => ftruncateSync(file.fd, fstatSync(file.fd).size - bytes),
    sync: () => file.datasync(),
    close: () => file.close(),
  })
  let ordinal = options.nextOrdinal
  return {
    threadId: options.threadId,
    append: (items) => {
      const timestamp = new Date(options.clock.now()).toISOString()
      const lines = items.map((item, index) => placed(item, { timestamp, ordinal: ordinal + index }))
      writer.push(lines.map((line) => `${encodeRolloutLine(line)}\n`).join(''))
      ordinal += lines.length
      return lines
    },
    sync: () => writer.sync(),
    close: async () => {
      try {
        await writer.close()
      } finally {
        await options.lock.release()
      }
    },
  }
}

// The union of `{type, payload}` pairs with two fields more; the compiler cannot follow a spread through a union.
const placed = (item: RolloutItem, place: { timestamp: string; ordinal: number }): RolloutLine =>
  ({ ...place, ...item }) as RolloutLine

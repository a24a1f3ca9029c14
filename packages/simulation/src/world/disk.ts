/**
 * The disk of the world: logs of threads that outlive a daemon, and what can go wrong with them. A twin of the thread
 * store on files, with the same promises: a line is with the system before `append` returns, `sync` brings it to the disk,
 * what a full disk refuses is in no file, and after a failed sync no later one counts.
 */
import type { OpenedLog, ThreadLog, ThreadStore } from '@rawr/core'
import {
  decodeRolloutLine,
  encodeRolloutLine,
  err,
  ok,
  type RolloutItem,
  type RolloutLine,
  type SessionMeta,
  type ThreadId,
} from '@rawr/protocol'
import type { Tasks } from './tasks.ts'

export type DiskState = 'good' | 'full' | 'failing'

/** As it is in the file; one that is no line was torn. */
type Written = { readonly text: string; read: RolloutLine | 'torn' | null }

type LogFile = {
  readonly meta: SessionMeta
  texts: Written[]
  synced: number
  believed: RolloutLine[]
  openedBy: string | null
}

export type DyingWrite = { readonly nth: number; readonly share: number; readonly torn: boolean }

export type Disk = {
  /** From now on. */
  be(state: DiskState): void
  state(): DiskState
  /** The store as one life of a daemon sees it; a dead one changes nothing any more. */
  storeFor(life: Life): ThreadStore
  /** What is in the file now. */
  lines(threadId: ThreadId): readonly RolloutLine[]
  /** What the program that opened it last believes to be in it; grows. */
  believed(threadId: ThreadId): readonly RolloutLine[]
  /** Lines that cannot be read. */
  torn(threadId: ThreadId): number
  /** The daemon will die inside an append. */
  arm(write: DyingWrite): void
  disarm(): void
  /** Locks of a daemon that is gone. */
  unlock(owner: string): void
  /** What was not synced is gone. */
  losePower(): void
}

export type Life = {
  readonly name: string
  readonly isAlive: () => boolean
  readonly die: () => void
  readonly now: () => number
}

export type DiskOptions = { readonly tasks: Tasks; readonly linesMax: number; readonly onTooManyLines: () => void }

export const openDisk = ({ tasks, linesMax, onTooManyLines }: DiskOptions): Disk => {
  const files = new Map<ThreadId, LogFile>()
  let armed: DyingWrite | null = null
  let state: DiskState = 'good'

  const write = (file: LogFile, lines: readonly string[], life: Life): void => {
    const texts = lines.map(written)
    armed = armed === null ? null : { ...armed, nth: armed.nth - 1 }
    if (armed === null || armed.nth > 0) {
      file.texts.push(...texts)
      if (file.texts.length > linesMax) onTooManyLines()
      return
    }
    const kept = Math.floor(texts.length * armed.share)
    file.texts.push(...texts.slice(0, kept))
    const next = texts[kept]
    if (armed.torn && next !== undefined) file.texts.push(written(next.text.slice(0, Math.floor(next.text.length / 2))))
    armed = null
    life.die()
  }
  return {
    be: (now) => {
      state = now
    },
    state: () => state,
    storeFor: (life) => storeOf({ files, tasks, life, write, state: () => state }),
    lines: (threadId) => readable(files.get(threadId)?.texts ?? []).lines,
    believed: (threadId) => files.get(threadId)?.believed ?? [],
    torn: (threadId) => readable(files.get(threadId)?.texts ?? []).skipped.length,
    arm: (dying) => {
      armed = dying
    },
    disarm: () => {
      armed = null
    },
    unlock: (owner) => {
      for (const file of files.values()) if (file.openedBy === owner) file.openedBy = null
    },
    losePower: () => {
      for (const file of files.values()) file.texts = file.texts.slice(0, file.synced)
    },
  }
}

type Rim = {
  readonly files: Map<ThreadId, LogFile>
  readonly tasks: Tasks
  readonly life: Life
  readonly write: (file: LogFile, texts: readonly string[], life: Life) => void
  readonly state: () => DiskState
}

const storeOf = (rim: Rim): ThreadStore => {
  const { files, tasks, life } = rim
  const wait = () => tasks.wait(`disk of ${life.name}`, life.name)
  return {
    create: async (meta) => {
      await wait()
      if (files.has(meta.id)) throw new Error(`thread ${meta.id} exists already`)
      if (rim.state() !== 'good') throw new Error('ENOSPC: the disk is full')
      const file: LogFile = { meta, texts: [], synced: 0, believed: [], openedBy: life.name }
      files.set(meta.id, file)
      const log = openLog(rim, file, 0)
      log.append([{ type: 'session_meta', payload: meta }])
      await log.sync()
      return log
    },
    open: async (threadId) => {
      await wait()
      const file = files.get(threadId)
      if (file === undefined) return err({ code: 'thread_not_found', message: `no thread ${threadId}` })
      if (file.openedBy !== null)
        return err({ code: 'in_use', message: `thread ${threadId} is open in ${file.openedBy}` })
      file.openedBy = life.name
      return ok(opened(rim, file))
    },
    read: async (threadId) => {
      await wait()
      const file = files.get(threadId)
      return file === undefined
        ? err({ code: 'thread_not_found', message: `no thread ${threadId}` })
        : ok(readable(file.texts).lines)
    },
    // Nobody looks for threads in a story.
    list: async () => [],
    findText: async () => null,
  }
}

const opened = (rim: Rim, file: LogFile): OpenedLog => {
  const { lines, skipped } = readable(file.texts)
  file.believed = [...lines]
  return { log: openLog(rim, file, (lines.at(-1)?.ordinal ?? -1) + 1), lines, skipped }
}

const openLog = ({ life, tasks, write, state }: Rim, file: LogFile, first: number): ThreadLog => {
  let ordinal = first
  let isLost = false
  let isClosed = false
  const sync = async (): Promise<void> => {
    await tasks.wait(`disk of ${life.name}`, life.name)
    if (isLost) throw new Error('EIO: an earlier sync failed')
    if (state() === 'failing') isLost = true
    if (isLost) throw new Error('EIO: the disk failed')
    file.synced = file.texts.length
  }
  return {
    threadId: file.meta.id,
    append: (items: readonly RolloutItem[]) => {
      if (isClosed) throw new Error(`the log of ${file.meta.id} is closed`)
      if (state() === 'full') throw new Error('ENOSPC: the disk is full')
      const timestamp = new Date(life.now()).toISOString()
      // The tuple of type and payload is kept together by RolloutItem; adding two fields cannot break it.
      const lines = items.map((item, index) => ({ timestamp, ordinal: ordinal + index, ...item }) as RolloutLine)
      ordinal += lines.length
      if (!life.isAlive()) return lines
      file.believed.push(...lines)
      write(file, lines.map(encodeRolloutLine), life)
      return lines
    },
    sync,
    close: async () => {
      isClosed = true
      try {
        await sync()
      } finally {
        if (file.openedBy === life.name) file.openedBy = null
      }
    },
  }
}

const readable = (texts: readonly Written[]): Pick<OpenedLog, 'lines' | 'skipped'> => {
  const lines: RolloutLine[] = []
  const skipped: { line: number; reason: string }[] = []
  for (const [index, line] of texts.entries()) {
    line.read ??= readOnce(line.text)
    if (line.read === 'torn') skipped.push({ line: index + 1, reason: 'torn line' })
    else lines.push(line.read)
  }
  return { lines, skipped }
}

const written = (text: string): Written => ({ text, read: null })

/** A line never changes: what was read from it once is what it says. */
const readOnce = (text: string): RolloutLine | 'torn' => {
  const line = decodeRolloutLine(text)
  return line.ok ? line.value : 'torn'
}

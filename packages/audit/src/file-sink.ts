/**
 * Writes decisions and events of threads to their folders, in order, behind everybody's back: a full disk is reported
 * and never stops a turn. It has the shape of core's audit port without knowing core. Runs of equal `leave` decisions
 * are folded: the first is written at once, the folded record when the run ends or on `flush`.
 */
import { appendFile, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DecisionRecord, ThreadId, UnixMillis } from '@rawr/protocol'
import type { AuditEvent } from './audit-event.ts'
import { emptyShadow, type ShadowMemory, shadowAfterCompaction, siftShadow } from './dedupe.ts'
import { foldRecords } from './fold.ts'
import { encodeLine } from './jsonl.ts'
import { DECISIONS_FILE, EVENTS_FILE, readDecisions, readEvents, STATE_FILE, threadFolder } from './thread-folder.ts'
import {
  continued,
  newThreadState,
  readThreadState,
  type ThreadState,
  withDecision,
  withEvent,
} from './thread-state.ts'

export type FileSinkOptions = {
  /** `RAWR_HOME`. */
  readonly home: string
  readonly now: () => UnixMillis
  /** Told of every failed write; the lines of that write are lost. */
  readonly onError?: ((error: unknown) => void) | undefined
}

export type FileSink = {
  decision(threadId: ThreadId, record: DecisionRecord): void
  event(threadId: ThreadId, name: string, fields: Readonly<Record<string, unknown>>): void
  /** What was decided in a thread, oldest first; nothing where it cannot be read. */
  decisions(threadId: ThreadId): Promise<readonly DecisionRecord[]>
  /** What happened in a thread, as {@link FileSink.decisions}. */
  happened(threadId: ThreadId): Promise<readonly AuditEvent[]>
  /** Resolves when everything handed over is written, or was reported lost. */
  flush(): Promise<void>
}

export const openFileSink = (options: FileSinkOptions): FileSink => {
  const threads = new Map<ThreadId, ThreadWriter>()
  const writerOf = (threadId: ThreadId): ThreadWriter => {
    const writer = threads.get(threadId) ?? new ThreadWriter(threadId, options)
    threads.set(threadId, writer)
    return writer
  }
  return {
    decision: (threadId, record) => writerOf(threadId).decision(record),
    event: (threadId, name, fields) => writerOf(threadId).event(name, fields),
    decisions: async (threadId) => {
      await threads.get(threadId)?.flush()
      const read = await readDecisions({ home: options.home, threadId })
      return read.ok ? read.value.values : []
    },
    happened: async (threadId) => {
      await threads.get(threadId)?.flush()
      const read = await readEvents({ home: options.home, threadId })
      return read.ok ? read.value.values : []
    },
    flush: async () => {
      await Promise.all([...threads.values()].map((writer) => writer.flush()))
    },
  }
}

/** Only the user may read what a conversation was about. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** Lines that wait for a slow disk; the oldest go beyond this. */
const LINES_MAX = 10_000

type Line = { readonly file: string; readonly text: string }

class ThreadWriter {
  readonly #options: FileSinkOptions
  readonly #folder: string | null
  #state: ThreadState
  #isStateWritten = true
  #seq = 0
  #shadow: ShadowMemory = emptyShadow
  /** The record that a following equal one folds into, and whether its line on disk is older than it. */
  #run: { readonly record: DecisionRecord; readonly isWritten: boolean } | null = null
  #lines: Line[] = []
  #writing: Promise<void> = Promise.resolve()
  /** Files this life has written to, which end with a whole line. */
  readonly #opened = new Set<string>()

  constructor(threadId: ThreadId, options: FileSinkOptions) {
    this.#options = options
    this.#folder = threadFolder({ home: options.home, threadId })
    this.#state = newThreadState(threadId, options.now())
  }

  decision(record: DecisionRecord): void {
    const sifted = siftShadow(this.#shadow, record)
    this.#shadow = sifted.memory
    if (!sifted.isKept) return
    this.#setState(withDecision(this.#state, record))
    const folded = this.#run === null ? null : foldRecords(this.#run.record, record)
    if (folded !== null) {
      this.#run = { record: folded, isWritten: false }
      return
    }
    this.#endRun()
    this.#run = { record, isWritten: true }
    this.#append({ file: DECISIONS_FILE, text: encodeLine(record) })
  }

  event(name: string, fields: Readonly<Record<string, unknown>>): void {
    this.#seq += 1
    const event: AuditEvent = {
      at: this.#options.now(),
      seq: this.#seq,
      thread_id: this.#state.thread_id,
      name,
      fields,
    }
    const before = this.#state.last_compaction
    this.#setState(withEvent(this.#state, event))
    if (this.#state.last_compaction !== before) this.#shadow = shadowAfterCompaction
    this.#append({ file: EVENTS_FILE, text: encodeLine(event) })
  }

  async flush(): Promise<void> {
    this.#endRun()
    this.#writing = this.#writing.then(() => this.#attempt(() => this.#writeState()))
    await this.#writing
  }

  #setState(state: ThreadState): void {
    this.#state = state
    this.#isStateWritten = false
  }

  #endRun(): void {
    if (this.#run !== null && !this.#run.isWritten)
      this.#append({ file: DECISIONS_FILE, text: encodeLine(this.#run.record) })
    this.#run = this.#run === null ? null : { ...this.#run, isWritten: true }
  }

  #append(line: Line): void {
    const isScheduled = this.#lines.length > 0
    this.#lines.push(line)
    if (this.#lines.length > LINES_MAX) {
      this.#lines.shift()
      this.#options.onError?.(
        new Error(`audit of ${this.#state.thread_id}: more than ${LINES_MAX} lines wait, the oldest is dropped`),
      )
    }
    if (!isScheduled) this.#writing = this.#writing.then(() => this.#attempt(() => this.#writeLines()))
  }

  async #attempt(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      this.#options.onError?.(error)
    }
  }

  async #writeLines(): Promise<void> {
    const lines = this.#lines.splice(0)
    const folder = await this.#openFolder()
    for (const file of [DECISIONS_FILE, EVENTS_FILE]) {
      const text = lines.flatMap((line) => (line.file === file ? [line.text] : [])).join('')
      if (text !== '') await this.#appendText(join(folder, file), text)
    }
  }

  /** A line that a crash tore is closed first, or it would take the next one with it. */
  async #appendText(path: string, text: string): Promise<void> {
    const isTorn = !this.#opened.has(path) && (await endsInsideLine(path))
    await appendFile(path, isTorn ? `\n${text}` : text, { mode: FILE_MODE })
    this.#opened.add(path)
  }

  async #writeState(): Promise<void> {
    if (this.#isStateWritten) return
    const folder = await this.#openFolder()
    const path = join(folder, STATE_FILE)
    this.#state = continued(this.#state, await writtenState(path))
    try {
      await writeSynced(`${path}.tmp`, `${JSON.stringify(this.#state, null, 2)}\n`)
      await rename(`${path}.tmp`, path)
    } catch (cause) {
      // On a full disk even an empty file beside it would be in the way.
      await rm(`${path}.tmp`, { force: true })
      throw cause
    }
    const parent = await open(folder, 'r')
    try {
      await parent.sync()
    } finally {
      await parent.close()
    }
    this.#isStateWritten = true
  }

  async #openFolder(): Promise<string> {
    if (this.#folder === null) throw new Error(`audit: ${JSON.stringify(this.#state.thread_id)} is no name of a folder`)
    await mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE })
    return this.#folder
  }
}

/** `null`: there is none, or it is broken, and then the next one replaces it. */
const writtenState = async (path: string): Promise<ThreadState | null> => {
  try {
    return readThreadState(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}

const endsInsideLine = async (path: string): Promise<boolean> => {
  try {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      if (size === 0) return false
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
      return buffer.toString('latin1') !== '\n'
    } finally {
      await file.close()
    }
  } catch {
    // There is no such file yet; what else is wrong the append itself will say.
    return false
  }
}

const writeSynced = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'w', FILE_MODE)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

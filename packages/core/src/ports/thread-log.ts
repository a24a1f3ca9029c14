/** The truth of a thread: an append-only file of lines. `append` orders, `sync` makes durable. */
import type { Result, RolloutItem, RolloutLine, SessionMeta, ThreadId } from '@rawr/protocol'

export interface ThreadLog {
  readonly threadId: ThreadId
  /** Gives each item the next ordinal and the current time and writes it behind all earlier ones; the lines as written. */
  append(items: readonly RolloutItem[]): readonly RolloutLine[]
  /** Resolves when everything appended so far is on the disk; rejects when the disk refuses. */
  sync(): Promise<void>
  close(): Promise<void>
}

export type OpenedLog = {
  readonly log: ThreadLog
  readonly lines: readonly RolloutLine[]
  /** Lines that could not be read, a torn last one among them. */
  readonly skipped: readonly { readonly line: number; readonly reason: string }[]
}

export type ThreadSummary = {
  readonly threadId: ThreadId
  readonly path: string
  readonly cwd: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly firstUserText: string
  readonly bytes: number
}

export type OpenLogError = { readonly code: 'thread_not_found' | 'unreadable' | 'in_use'; readonly message: string }

export interface ThreadStore {
  create(meta: SessionMeta): Promise<ThreadLog>
  open(threadId: ThreadId): Promise<Result<OpenedLog, OpenLogError>>
  /** Newest first. */
  list(): Promise<readonly ThreadSummary[]>
}

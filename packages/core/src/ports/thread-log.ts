/** The truth of a thread: an append-only file of lines. `append` orders, `sync` makes durable. */
import type { ItemId, Result, RolloutItem, RolloutLine, SessionMeta, ThreadId } from '@rawr/protocol'

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
  /** Nobody said or did anything in it: none that a person would look for, as after a first message that was refused. */
  readonly isUntouched: boolean
  readonly bytes: number
  /** What no listing has read of it yet: a name given there, an archiving, is not known. */
  readonly unreadBytes: number
  /** The last name it was given; empty where it has none. */
  readonly name: string
  readonly archived: boolean
  readonly forkedFrom: ThreadId | null
}

export type ListOptions = { /** Reads every log to its end, however long that takes. */ readonly whole?: boolean }

export type FoundText = { readonly itemId: ItemId /** What stands around it. */; readonly excerpt: string }

export type OpenLogError = { readonly code: 'thread_not_found' | 'unreadable' | 'in_use'; readonly message: string }

export interface ThreadStore {
  create(meta: SessionMeta): Promise<ThreadLog>
  open(threadId: ThreadId): Promise<Result<OpenedLog, OpenLogError>>
  /** The lines as they are now, of a thread that somebody may be writing. */
  read(threadId: ThreadId): Promise<Result<readonly RolloutLine[], OpenLogError>>
  /** Newest first. */
  list(options?: ListOptions): Promise<readonly ThreadSummary[]>
  /** The first message of a person or the agent that holds the text, in any case; `null` where none does. */
  findText(thread: ThreadSummary, text: string): Promise<FoundText | null>
}

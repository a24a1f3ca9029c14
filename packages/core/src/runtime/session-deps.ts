/** What a session is made of: its log, its model and tools, and the world behind ports. */
import type {
  Accepted,
  ClientId,
  Event,
  EventMsg,
  Op,
  Rejected,
  Result,
  RolloutLine,
  Settings,
  SubmissionId,
  ThreadId,
} from '@rawr/protocol'
import type { SecretVault } from '../engine/secrets/vault.ts'
import type { Client, Refusal } from '../engine/session/state.ts'
import type { AuditSink } from '../ports/audit-sink.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { IdSource } from '../ports/id-source.ts'
import type { Logger } from '../ports/logger.ts'
import type { ModelClient, ModelInfo } from '../ports/model-client.ts'
import type { ProjectFiles } from '../ports/project-files.ts'
import type { ThreadLog } from '../ports/thread-log.ts'
import type { ToolRunner } from '../ports/tool-runner.ts'
import type { Listener } from './outbox.ts'
import type { ThreadPrompts } from './thread-prompts.ts'
import type { ThreadQuery } from './thread-query.ts'

/** What a thread begins with beside the user's words, as it is on the disk now. */
export type InitialContext = {
  /** In the order they are put to the model: the last one has the last word. */
  readonly instructions: readonly { readonly path: string; readonly text: string }[]
  readonly shell: string
  /** As the model should read it: `2026-03-14`. */
  readonly date: string
  /** One sentence each, shown to the person. */
  readonly warnings: readonly string[]
}

export type SessionDeps = {
  readonly threadId: ThreadId
  /** What the log held when it was opened; the session appends behind it. */
  readonly lines: readonly RolloutLine[]
  /** `null`: none is configured; turns are refused, compaction is extractive. */
  readonly model: ModelClient | null
  /** Where there is no model: why, and what to do; told to whoever asks for a turn. */
  readonly whyNoModel?: Refusal
  /** What the server offers; also where none of it is chosen yet. */
  readonly offeredModels?: () => Promise<readonly ModelInfo[]>
  /** How much another model than the thread's holds; `null` where nobody tells. */
  readonly windowOf?: (model: string) => Promise<number | null>
  readonly tools: ToolRunner
  readonly log: ThreadLog
  readonly blobs: BlobStore
  /** Absent: nothing is written beside the project. */
  readonly projectFiles?: ProjectFiles
  readonly audit: AuditSink
  readonly clock: Clock
  readonly ids: IdSource
  readonly logger: Logger
  readonly settings: Settings
  readonly cwd: string
  /** Environment of tools; memory only. */
  readonly env: Readonly<Record<string, string>>
  /** What the thread knows of secrets, kept by the daemon while it lives; absent: the session's own. */
  readonly secrets?: SecretVault
  /** Signs that work ended are noted with the state of the repository. */
  readonly observesRepo?: boolean
  /** Read at the start of a thread and again at every compaction. */
  readonly readContext: () => Promise<InitialContext>
  /** A text file of the project as it stands; `null`: there is none, it is binary, too large, or not to be seen. Absent: none is read. */
  readonly readFile?: (path: string) => Promise<string | null>
  /** Absent: the ones that ship. */
  readonly prompts?: ThreadPrompts
}

export type Submitted = { readonly id: SubmissionId; readonly op: Op; readonly clientId: ClientId }

export type Session = {
  readonly threadId: ThreadId
  /** Resolves once what was accepted is durable. The same id again is answered `duplicate` and does nothing. */
  submit(submission: Submitted): Promise<Accepted | Rejected>
  /** What a query is answered; it changes nothing. */
  ask(query: ThreadQuery): Promise<Result<EventMsg, Refusal>>
  /** Resolves when what runs has ended; from now on what comes waits in the log for the next session of the thread. */
  rest(): Promise<void>
  /** Live events; the listener is first told what streams now. The returned function detaches. */
  attach(listener: Listener): () => void
  /** `item_snapshot` of what streams now: stands for the deltas a lagging client was not sent. */
  snapshots(): Event[]
  clientAttached(client: Client): void
  clientDetached(clientId: ClientId): void
  /** Logged events with a higher number, oldest first. */
  eventsAfter(seq: number): Event[]
  lastSeq(): number
  /** Nothing runs, nothing waits to run. */
  isIdle(): boolean
  /** Stops what runs (`turn_aborted {shutdown}`), writes everything down and closes the log. */
  close(reason: CloseReason): Promise<void>
}

/** `shutdown` tells the clients `shutdown_complete`; `unload` only lets go of the thread. */
export type CloseReason = 'shutdown' | 'unload'

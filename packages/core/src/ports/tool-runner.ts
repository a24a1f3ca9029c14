/** The tools a model may call. A tool never throws for what a model or a file can do wrong: that is a result. */
import type { HistoryItem, ImageType, PlanStep, RecallTarget, Result, SandboxMode } from '@rawr/protocol'
import type { ToolSpec } from './model-client.ts'

export type ToolCall = {
  readonly callId: string
  readonly name: string
  /** JSON text as the model wrote it; may be broken. */
  readonly arguments: string
}

/** What a call is about, known before it runs: for events, approval and signals. */
export type ToolPurpose =
  | {
      readonly kind: 'exec'
      readonly command: readonly string[]
      readonly cwd: string
      /** The words of each simple command that changes something, where the line is nothing but simple commands. */
      readonly words?: readonly (readonly string[])[]
      /** The words of each that only looks. */
      readonly looks?: readonly (readonly string[])[]
      /** It is to run outside the sandbox; why. */
      readonly unconfined?: string
    }
  | { readonly kind: 'patch'; readonly paths: readonly string[]; readonly patch: string }
  | { readonly kind: 'other'; readonly summary: string }

/** The one tool that is offered only where automatic compaction is on. */
export const REQUEST_COMPACTION = 'request_compaction'

export type CompactionRequest = {
  readonly reason: string
  /** What the agent wants remembered. */
  readonly note?: string
}

/** A page of what was found, from the first character to before the last; a search that finds nothing has no characters. */
export type Recalled = Result<
  {
    readonly text: string
    /** `null`: this page is the last. */
    readonly next: number | null
    readonly start: number
    readonly end: number
    readonly characters: number
  },
  'not_found' | 'no_such_page'
>

/** All that the thread has logged, whatever of it the model still sees. */
type Archive = {
  items(): readonly HistoryItem[]
  recall(question: { readonly target: RecallTarget; readonly page: number }): Promise<Recalled>
}

export type ToolContext = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly sandbox: { readonly mode: SandboxMode; readonly network: boolean }
  /** Somebody may allow a command to run outside the sandbox, and was asked before such a call came here. */
  readonly mayLeaveSandbox: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly archive: Archive
  /** Answered at once: whether it will be done, and when or why not. */
  readonly requestCompaction: (request: CompactionRequest) => { readonly isAccepted: boolean; readonly message: string }
  readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void
}

export type FileEdit = { readonly path: string; readonly before: string | null; readonly after: string | null }

export type ToolResult = {
  /** The whole output; the caller cuts it and keeps the rest. */
  readonly output: string
  readonly success: boolean
  /** Text of the log: its secrets were masked when it got there, and their marks stand. */
  readonly isFromHistory?: boolean
  /** Of a command; `null` where a signal or a time-out ended it. */
  readonly exitCode?: number | null
  readonly timedOut?: boolean
  /** The name under which a command goes on beyond its call. */
  readonly goesOnAs?: string
  /** What came of it in a few words, for a person. */
  readonly outcome?: string
  /** Files that a patch changed, as texts; `null`: there is none before, or none after. */
  readonly edits?: readonly FileEdit[]
  /** What it looked at; the text stands in front of them. */
  readonly images?: readonly { readonly bytes: Uint8Array; readonly type: ImageType }[]
  /** The new plan, from `update_plan`. */
  readonly plan?: { readonly explanation?: string; readonly steps: readonly PlanStep[] }
}

/** The one file an agent may write while it is asked for its notes. */
export type NotePlace = {
  /** Absolute folder of the project. */
  readonly cwd: string
  /** Relative to it. */
  readonly file: string
  readonly sandboxMode: SandboxMode
}

export interface ToolRunner {
  specs(): readonly ToolSpec[]
  purpose(call: ToolCall, cwd: string): ToolPurpose
  /** Calls that change something run alone; the others may run side by side. */
  runsAlone(call: ToolCall): boolean
  run(call: ToolCall, context: ToolContext): Promise<ToolResult>
  /** Appends what the call adds to that file; every other call, and every other change, is refused with a result that says so. */
  writeNotes(call: ToolCall, place: NotePlace): Promise<ToolResult>
  /** The thread is let go: whatever a call left running ends. */
  end(): Promise<void>
}

/** What a thread shows, one thing a cell. A finished cell never changes: it leaves for the terminal's scrollback. */
import type { ApprovalDecision, CompactionReport, ItemId, PlanStep, Trigger, TurnOrigin } from '@rawr/protocol'
import type { Fence } from '../text/markdown.ts'

export type Cell =
  | {
      readonly kind: 'thread'
      readonly model: string | null
      readonly cwd: string
      readonly threadId: string
      readonly resumed: boolean
    }
  | { readonly kind: 'user'; readonly text: string; readonly origin: TurnOrigin }
  /** A message, or the next final piece of one that streams; only the first piece has the mark in front. */
  | { readonly kind: 'agent'; readonly text: string; readonly isFirst: boolean; readonly fence: Fence }
  | { readonly kind: 'reasoning'; readonly text: string }
  | {
      readonly kind: 'exec'
      readonly command: string
      readonly exitCode: number | null
      readonly timedOut: boolean
      /** The name under which it goes on in the background; `null`: it ended. */
      readonly goesOnAs: string | null
      readonly output: string
      readonly durationMs: number
    }
  | {
      readonly kind: 'tool'
      readonly tool: string
      readonly summary: string
      readonly success: boolean
      /** In a few words; `null`: success says it all. */
      readonly outcome: string | null
      readonly durationMs: number
    }
  | {
      readonly kind: 'patch'
      readonly paths: readonly string[]
      readonly cwd: string
      readonly success: boolean
      readonly message: string
      /** As the model wrote it; absent where the core did not tell. */
      readonly patch: string | null
    }
  | { readonly kind: 'plan'; readonly steps: readonly PlanStep[]; readonly explanation: string | null }
  | { readonly kind: 'approval'; readonly command: string; readonly decision: ApprovalDecision }
  /** The lasting mark of a compaction. */
  | { readonly kind: 'mark'; readonly number: number; readonly report: CompactionReport; readonly message: string }
  | { readonly kind: 'notice'; readonly tone: NoticeTone; readonly text: string }
  /** A text that was asked for, as it is: what a compaction left. */
  | { readonly kind: 'opened'; readonly title: string; readonly text: string }
  /** The answer to a command: a title and lines, each a label and a value. */
  | { readonly kind: 'table'; readonly title: string; readonly rows: readonly TableRow[] }

export type NoticeTone = 'quiet' | 'good' | 'warn' | 'bad' | 'headsUp'

export type TableRow = { readonly label: string; readonly value: string; readonly bar?: number }

/** A cell that still changes; it stands in the live region, in the order in which it began. */
export type LiveCell =
  | {
      readonly kind: 'message' | 'thinking'
      readonly id: ItemId
      readonly text: string
      /** What of it stands in the scrollback already, and the fence that is open there. */
      readonly printed: number
      readonly fence: Fence
    }
  | {
      readonly kind: 'running'
      readonly id: string
      readonly what: Running
      readonly output: string
      readonly startedAt: number
    }
  /** Finished, and waits for an earlier one that is not. */
  | { readonly kind: 'done'; readonly id: string; readonly cell: Cell }

export type Running =
  | { readonly kind: 'exec'; readonly command: string }
  | { readonly kind: 'tool'; readonly tool: string; readonly summary: string }
  | { readonly kind: 'patch'; readonly paths: readonly string[]; readonly patch: string | null }
  | { readonly kind: 'compaction'; readonly trigger: Trigger; readonly step: string | null }

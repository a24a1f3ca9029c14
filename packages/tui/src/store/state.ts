/** Everything the screen knows, and what can happen to it. Time and fresh ids come in with the events; effects are data. */
import type {
  Accepted,
  AnswerTo,
  ClientId,
  CompactionId,
  CompactionReport,
  ContextUsage,
  EventMsg,
  Op,
  Pin,
  PlanId,
  PlanStep,
  Rejected,
  RequestId,
  Settings,
  SettingsLayer,
  SubmissionId,
  ThreadId,
  Tokens,
  TurnId,
  UnixMillis,
} from '@rawr/protocol'
import type { Editor } from '../composer/editor.ts'
import type { Key } from '../composer/keys.ts'
import type { Cell, LiveCell } from './cell.ts'

export type Size = { readonly columns: number; readonly rows: number }

export type ThreadView = {
  readonly id: ThreadId
  readonly cwd: string
  /** `null`: no model is configured; turns are refused. */
  readonly model: string | null
  readonly settings: Settings
}

export type LinkView =
  | { readonly name: 'connecting' }
  | { readonly name: 'ready' }
  | { readonly name: 'lost'; readonly message: string; readonly retryAt: UnixMillis }
  | { readonly name: 'closed'; readonly message: string }

export type TurnView = { readonly id: TurnId; readonly startedAt: UnixMillis; readonly isInterrupting: boolean }

export type Approval = {
  readonly requestId: RequestId
  /** In one line, as it is told afterwards. */
  readonly command: string
  /** What an edit would change, as the model wrote it; `null`: a command, or longer than the core tells. */
  readonly patch: string | null
  readonly kind: 'command' | 'edit'
  readonly reason: string
  /** Since when a person can read it; `null`: it was not drawn yet. */
  readonly shownAt: UnixMillis | null
}

export type Waiting = { readonly id: SubmissionId; readonly text: string }

export type Mark = {
  readonly number: number
  readonly id: CompactionId
  readonly report: CompactionReport
  readonly isUndone: boolean
}

/** A query whose answer is shown to the person. */
export type Question = Extract<
  Op,
  { type: 'context_breakdown' | 'explain' | 'model_list' | 'compaction_show' | 'recall' }
>

export type ModelChoice = { readonly name: string; readonly windowTokens: Tokens | null }

export type ThreadChoice = {
  readonly id: string
  readonly text: string
  readonly when: string
  /** Of its log, not read by any list yet: a name given there is not known. */
  readonly unreadBytes?: number
}

/** What stands above the composer and takes the keys that are its own; at most one. */
export type Panel =
  | { readonly kind: 'none' }
  | { readonly kind: 'palette'; readonly selected: number }
  | { readonly kind: 'files'; readonly query: string; readonly found: readonly string[]; readonly selected: number }
  /** A dry run: Enter does exactly this, Esc does nothing. */
  | {
      readonly kind: 'plan'
      readonly planId: PlanId
      readonly report: CompactionReport
      readonly preview: string
      readonly offset: number
    }
  | { readonly kind: 'threads'; readonly choices: readonly ThreadChoice[]; readonly selected: number }
  | { readonly kind: 'models'; readonly choices: readonly ModelChoice[]; readonly selected: number }
  /** Nothing confines commands here; a person says whether to go on all the same. */
  | { readonly kind: 'no_sandbox'; readonly op: ThreadOpening; readonly message: string }
  | { readonly kind: 'setup'; readonly step: SetupStep; readonly selected: number; readonly text: string }

/** How a thread is asked for. */
export type ThreadOpening = Extract<Op, { type: 'thread_start' | 'thread_resume' }>

export type SetupStep = 'choose' | 'address' | 'key'

export type Watching = 'idle' | 'deferred' | 'compacting' | (string & {})

export type ScreenState = {
  readonly size: Size
  readonly now: UnixMillis
  readonly link: LinkView
  readonly me: ClientId | null
  readonly clients: readonly { readonly clientId: ClientId; readonly name: string; readonly isDriver: boolean }[]
  readonly thread: ThreadView | null
  /** It was there before: its own log calls it new, which it was. */
  readonly isResumed: boolean
  readonly usage: ContextUsage | null
  readonly plan: readonly PlanStep[]
  readonly turn: TurnView | null
  readonly watching: Watching
  readonly live: readonly LiveCell[]
  /** Finished and not printed yet; `drain` takes them. */
  readonly outbox: readonly Cell[]
  readonly approvals: readonly Approval[]
  readonly queue: readonly Waiting[]
  readonly held: readonly Waiting[]
  /** Asked out of the queue, not answered yet: `id` is the submission that asks. */
  readonly recalling: readonly Waiting[]
  /** Sent, not answered yet. */
  readonly sending: readonly Waiting[]
  readonly marks: readonly Mark[]
  readonly pins: readonly { readonly pin: Pin; readonly tokens: Tokens }[]
  readonly editor: Editor
  readonly history: { readonly entries: readonly string[]; readonly at: number | null; readonly draft: string }
  readonly panel: Panel
  /** When Esc or Ctrl-C was pressed last, and which: a second one soon after means more. */
  readonly armed: { readonly key: 'escape' | 'ctrl_c'; readonly at: UnixMillis } | null
  readonly reasoningOpen: boolean
  /** The last heads-up, so that the one of the wire and the one of the own watcher are shown once. */
  readonly headsUp: string | null
  /** The last fault that was told, so that the end of its turn does not tell it again. */
  readonly fault: string | null
  /** What is said by itself, in turn, as soon as nothing runs: the recorded session. */
  readonly script: readonly string[]
  /** The folder and settings a new thread begins with. */
  readonly opening: { readonly cwd: string; readonly settings: SettingsLayer }
}

export type ScreenEvent =
  | { readonly type: 'event'; readonly msg: EventMsg; readonly at: UnixMillis }
  | { readonly type: 'key'; readonly key: Key; readonly at: UnixMillis; readonly next: SubmissionId }
  | { readonly type: 'tick'; readonly at: UnixMillis }
  | { readonly type: 'script'; readonly at: UnixMillis; readonly next: SubmissionId }
  | { readonly type: 'resized'; readonly size: Size }
  | { readonly type: 'link'; readonly link: LinkView; readonly me: ClientId | null }
  | { readonly type: 'watcher_moved'; readonly name: Watching }
  | { readonly type: 'watcher_noticed'; readonly kind: string; readonly text: string }
  | {
      readonly type: 'answered'
      readonly id: SubmissionId
      readonly op: Op['type']
      readonly answer: Accepted | Rejected
    }
  /** What a query was answered. */
  | { readonly type: 'told'; readonly msg: AnswerTo<Question> }
  /** The thread that was asked for has nothing to confine its commands. */
  | { readonly type: 'sandbox_missing'; readonly op: ThreadOpening; readonly message: string }
  /** A thread opens: what follows is its own. */
  | { readonly type: 'thread_opened'; readonly isResumed: boolean }
  | { readonly type: 'files_found'; readonly query: string; readonly paths: readonly string[] }
  | { readonly type: 'threads_listed'; readonly choices: readonly ThreadChoice[] }

export type ScreenEffect =
  | { readonly type: 'submit'; readonly op: Op; readonly id: SubmissionId }
  /** As `submit`, with the watcher asked first. */
  | { readonly type: 'say'; readonly op: Op; readonly id: SubmissionId }
  | { readonly type: 'ask'; readonly query: Question }
  | { readonly type: 'cancel_sequence' }
  | { readonly type: 'open_thread'; readonly op: ThreadOpening }
  | { readonly type: 'find_files'; readonly query: string }
  | { readonly type: 'list_threads' }
  | { readonly type: 'play_demo' }
  /** The shell gets the terminal until it brings the client to the front again. */
  | { readonly type: 'suspend' }
  | { readonly type: 'quit' }

export type ScreenStep = { readonly state: ScreenState; readonly effects: readonly ScreenEffect[] }

/**
 * States, events and effects of a session: one turn or compaction at a time, a queue of messages behind it, a sequence
 * of the driver that may hold the queue, and the clients around it.
 */
import type {
  ApprovalDecision,
  Attribution,
  ClientId,
  CompactionId,
  CompactOptions,
  DecisionRecord,
  EventMsg,
  Pin,
  PlanId,
  QueueChange,
  QueuedInput,
  QueueEdit,
  RequestId,
  SequenceId,
  SubmissionId,
  ThreadChange,
  Trigger,
  TurnId,
  TurnKind,
  UnixMillis,
  WireErrorCode,
} from '@rawr/protocol'
import type { Hold, InputQueue } from '../input-queue.ts'
import type { JudgmentQuestion } from '../judgment-question.ts'

export type Client = {
  readonly clientId: ClientId
  readonly name: string
  /** It may become the driver. */
  readonly canDrive: boolean
  /** Somebody sits there who can answer an approval. */
  readonly canAnswer: boolean
}

/** Somebody wants a compaction: a client by an op, or the running turn by its gate (then `submissionId` is the turn's). */
export type CompactionAsk = {
  readonly submissionId: SubmissionId | null
  readonly trigger: Trigger
  readonly options: CompactOptions
  readonly planId: PlanId | null
  /** The answer of the policy that it goes back to; `null`: nobody named one. */
  readonly decisionId: RequestId | null
  readonly packetAuthor: Attribution['packet_author']
}

export type InFlight = {
  readonly compactionId: CompactionId
  readonly ask: CompactionAsk
  /** The running turn's, for the view; `null`: nothing is handed over. */
  readonly handoff: string | null
}

export type RunningTurn = { readonly turnId: TurnId; readonly submissionId: SubmissionId; readonly origin: TurnKind }

export type Phase =
  /** The initial context is being read. */
  | { readonly name: 'opening' }
  | { readonly name: 'idle' }
  | { readonly name: 'running'; readonly turn: RunningTurn }
  /** Inside a turn, at a cut; the turn waits. */
  | {
      readonly name: 'compacting_in_turn'
      readonly turn: RunningTurn
      readonly inFlight: InFlight
      readonly by: 'turn' | 'client'
    }
  /** A turn of its own. */
  | {
      readonly name: 'compacting'
      readonly turnId: TurnId
      readonly startedAt: UnixMillis
      readonly inFlight: InFlight
    }
  | { readonly name: 'closing' }
  | { readonly name: 'closed' }

export type SessionState = {
  readonly phase: Phase
  readonly queue: InputQueue
  readonly hold: Hold | null
  /** Waits for the next message of the user. */
  readonly handoff: string | null
  /** In the order they attached; the first that can drives. */
  readonly clients: readonly Client[]
  /** A compaction that waits for the running turn's next cut, or its end. */
  readonly wanted: CompactionAsk | null
  /** It is about to be replaced by another over the same log: what comes waits for that one. */
  readonly resting: boolean
}

export type Refusal = {
  readonly code: WireErrorCode
  readonly message: string
  /** The field that is to blame; absent: the whole. */
  readonly path?: readonly (string | number)[]
}

/** Fresh with every event: the machine fetches neither ids nor the time. */
export type Fresh = { readonly turnId: TurnId; readonly compactionId: CompactionId; readonly at: UnixMillis }

export type PinChange = { readonly pinned: readonly Pin[]; readonly unpinned: readonly Pin[] }

type Submitted = { readonly id: SubmissionId; readonly from: ClientId }

export type SessionInput =
  | { readonly type: 'context_read' }
  | ({ readonly type: 'client_attached' } & Client)
  | { readonly type: 'client_detached'; readonly clientId: ClientId }
  | ({
      readonly type: 'message_submitted'
      readonly input: QueuedInput
      readonly steers: boolean
      /** Too large for an empty thread, or no model to answer it. */
      readonly refusal: Refusal | null
      readonly text: string
    } & Submitted)
  | ({ readonly type: 'hold_submitted'; readonly sequenceId: SequenceId; readonly deadline: UnixMillis } & Submitted)
  | ({
      readonly type: 'release_submitted'
      readonly sequenceId: SequenceId
      readonly handoff: string | null
    } & Submitted)
  | { readonly type: 'deadline_passed'; readonly sequenceId: SequenceId }
  | ({ readonly type: 'interrupt_submitted' } & Submitted)
  | ({
      readonly type: 'approval_submitted'
      readonly requestId: RequestId
      readonly decision: ApprovalDecision
      /** Somebody waits for this answer. */
      readonly awaited: boolean
    } & Submitted)
  | ({
      readonly type: 'compact_submitted'
      readonly ask: CompactionAsk
      /** Compaction is off, or the shown plan does not fit the history any more. */
      readonly refusal: Refusal | null
    } & Submitted)
  | ({
      readonly type: 'plan_submitted'
      readonly options: CompactOptions
      readonly refusal: Refusal | null
    } & Submitted)
  | ({
      readonly type: 'undo_submitted'
      readonly change: 'undo' | 'redo'
      /** In the order they are changed; none where it is refused. */
      readonly compactionIds: readonly CompactionId[]
      readonly refusal: Refusal | null
    } & Submitted)
  | ({
      readonly type: 'queue_edit_submitted'
      /** The message that is edited. */
      readonly of: SubmissionId
      readonly edit: QueueEdit
      /** The new words are too large for an empty thread. */
      readonly refusal: Refusal | null
    } & Submitted)
  | ({ readonly type: 'command_submitted'; readonly command: string } & Submitted)
  | { readonly type: 'rest_requested' }
  | ({ readonly type: 'thread_change_submitted'; readonly change: ThreadChange } & Submitted)
  | ({
      readonly type: 'rollback_submitted'
      readonly turns: number
      /** There are not so many. */
      readonly refusal: Refusal | null
    } & Submitted)
  | ({
      readonly type: 'pins_submitted'
      readonly change: PinChange
      /** It names nothing that is there. */
      readonly refusal: Refusal | null
    } & Submitted)
  | ({ readonly type: 'decision_submitted'; readonly record: DecisionRecord } & Submitted)
  | ({
      readonly type: 'judgment_submitted'
      readonly question: JudgmentQuestion
      /** Another one is being asked, or its prompt has no legal name. */
      readonly refusal: Refusal | null
    } & Submitted)
  | { readonly type: 'turn_reached_cut' }
  | ({
      readonly type: 'turn_wants_compaction'
      readonly trigger: Trigger
      readonly handoff: string | null
    } & Pick<CompactionAsk, 'decisionId' | 'packetAuthor'>)
  | {
      readonly type: 'compaction_ended'
      readonly compactionId: CompactionId
      readonly outcome: 'compacted' | 'failed'
      readonly message: string
    }
  | { readonly type: 'compaction_overdue'; readonly compactionId: CompactionId }
  | { readonly type: 'turn_ended'; readonly turnId: TurnId }
  | { readonly type: 'close_requested' }

export type SessionEvent = SessionInput & { readonly fresh: Fresh }

export type SessionEffect =
  /** Told once everything logged so far is on the disk. */
  | {
      readonly type: 'accept'
      readonly id: SubmissionId
      readonly outcome: 'started' | 'queued' | 'joined'
      readonly joined?: SubmissionId
    }
  | { readonly type: 'reject'; readonly id: SubmissionId; readonly refusal: Refusal }
  | { readonly type: 'log_queue'; readonly change: QueueChange }
  | { readonly type: 'emit'; readonly msg: EventMsg; readonly submissionId: SubmissionId | null }
  | {
      readonly type: 'start_turn'
      readonly turnId: TurnId
      readonly input: QueuedInput
      readonly handoff: string | null
    }
  /** A steering message enters the running turn's history. */
  | { readonly type: 'add_input'; readonly turnId: TurnId; readonly input: QueuedInput }
  | { readonly type: 'measure' }
  | {
      readonly type: 'start_command'
      readonly turnId: TurnId
      readonly submissionId: SubmissionId
      readonly command: string
    }
  /** Nothing runs, and nothing will be started: the session may be replaced by another over the same log. */
  | { readonly type: 'rest' }
  | { readonly type: 'stop_turn'; readonly reason: 'interrupted' | 'shutdown' }
  | {
      readonly type: 'resume_turn'
      readonly outcome: 'compacted' | 'failed'
      readonly message: string
      /** `owed`: the plan was a shown one, and has no place for it. */
      readonly handoff: 'in_view' | 'owed'
    }
  | { readonly type: 'answer_approval'; readonly requestId: RequestId; readonly decision: ApprovalDecision }
  | {
      readonly type: 'start_compaction'
      readonly inFlight: InFlight
      readonly midTurn: boolean
    }
  /** Dead at once: it reports `compact_failed {interrupted}` and never commits; one that is written stands. */
  | { readonly type: 'cancel_compaction'; readonly compactionId: CompactionId }
  | { readonly type: 'show_plan'; readonly id: SubmissionId; readonly options: CompactOptions }
  | {
      readonly type: 'log_undo'
      readonly id: SubmissionId
      readonly change: 'undo' | 'redo'
      readonly compactionId: CompactionId
    }
  | { readonly type: 'log_thread'; readonly id: SubmissionId; readonly change: ThreadChange }
  | { readonly type: 'log_rollback'; readonly id: SubmissionId; readonly turns: number }
  | { readonly type: 'log_pins'; readonly id: SubmissionId; readonly change: PinChange }
  | { readonly type: 'record_decision'; readonly id: SubmissionId; readonly record: DecisionRecord }
  | { readonly type: 'judge'; readonly id: SubmissionId; readonly question: JudgmentQuestion }
  | { readonly type: 'set_deadline'; readonly sequenceId: SequenceId; readonly at: UnixMillis }
  | { readonly type: 'close' }

export const newSession: SessionState = {
  phase: { name: 'opening' },
  queue: [],
  hold: null,
  handoff: null,
  clients: [],
  wanted: null,
  resting: false,
}

/**
 * States, events and effects of one turn: one user input → sampling ⇄ tools → end. Time, fresh ids and chance come in
 * with the events; effects carry the id under which their answer returns.
 */
import type {
  AbortReason,
  ApprovalDecision,
  CallId,
  EventMsg,
  Limit,
  Millis,
  RequestId,
  TurnId,
  UnixMillis,
} from '@rawr/protocol'
import type { ApprovalNeed } from '../approvals.ts'
import type { ItemDraft } from '../item-draft.ts'
import type { Fit } from '../limits.ts'
import type { FaultKind } from './fault-table.ts'

export type TurnLimits = {
  /** Sampling requests in this turn. */
  readonly roundsMax: number
  /** Repeats of a failed request, 0…5. */
  readonly retriesMax: number
  /** How long a lost connection is waited for. */
  readonly offlineMsMax: Millis
}

/** A question that stands between a call and its execution. */
export type ApprovalAsk = ApprovalNeed & { readonly requestId: RequestId }

export type PlannedCall = {
  readonly callId: CallId
  /** Changes something, so nothing runs beside it. */
  readonly alone: boolean
  /** `null`: the approval policy lets it run. */
  readonly ask: ApprovalAsk | null
}

/** The calls of one answer, worked off in groups: neighbours that may run side by side, or one that runs alone. */
export type Batch = {
  readonly calls: readonly PlannedCall[]
  /** The running group, `end` exclusive. */
  readonly start: number
  readonly end: number
  /** Outputs that are here, by call; those before `written` are in the history. */
  readonly outputs: readonly { readonly callId: CallId; readonly output: ItemDraft }[]
  readonly written: number
}

/** What a turn remembers from state to state. */
export type Turn = {
  readonly turnId: TurnId
  readonly startedAt: UnixMillis
  readonly limits: TurnLimits
  /** Sampling requests begun, repeats not counted. */
  readonly rounds: number
  /** Failed requests in a row; an answer resets it. */
  readonly failures: number
  /** Those of them after which the server said how long to wait. */
  readonly pausesSet: number
  /** The server has answered before, in this turn or an earlier one of the session. */
  readonly reached: boolean
  /** When the connection was lost; `null` while it is there, or never was. */
  readonly offlineSince: UnixMillis | null
  /** Empty answers in a row. */
  readonly empty: number
  /** An overflow was answered by a compaction and no answer came since: the next one ends the turn. */
  readonly overflowed: boolean
  /** A compaction ran at this cut and no answer came since. */
  readonly compacted: boolean
  readonly lastMessage: string | null
  /** Keys approved for the session. */
  readonly approved: readonly string[]
}

export type TurnState =
  | { readonly name: 'not_started' }
  | { readonly name: 'at_cut'; readonly turn: Turn }
  | { readonly name: 'compacting'; readonly turn: Turn; readonly limit: Limit }
  | { readonly name: 'sampling'; readonly turn: Turn; readonly requestId: RequestId }
  | { readonly name: 'backing_off'; readonly turn: Turn; readonly timerId: RequestId }
  | {
      readonly name: 'awaiting_approval'
      readonly turn: Turn
      readonly batch: Batch
      readonly asks: readonly RequestId[]
    }
  | { readonly name: 'running_tools'; readonly turn: Turn; readonly batch: Batch }
  | { readonly name: 'ended' }

/** A request that failed, as the machine needs to know it; the model port's failure has this shape. */
export type SamplingFailure = {
  readonly kind: FaultKind
  readonly status?: number
  readonly message: string
  readonly retryAfterMs?: number
  readonly transient: boolean
}

export type Answer = {
  /** In the order the model gave them; reasoning, messages and calls. */
  readonly items: readonly ItemDraft[]
  readonly calls: readonly PlannedCall[]
  /** Text of the last message; `null` where there was none. */
  readonly message: string | null
  readonly stop: 'end' | 'tool_calls' | 'length' | 'content_filter'
  /** The window was nearly full, so that a `length` stop means the window and not the answer. */
  readonly nearlyFull: boolean
}

/** What a retry may need, fresh. */
export type Fresh = { readonly timerId: RequestId; readonly chance: number }

export type TurnEvent =
  | {
      readonly type: 'started'
      readonly turnId: TurnId
      readonly limits: TurnLimits
      readonly approved: readonly string[]
      /** The server has answered this session before. */
      readonly reached: boolean
      readonly at: UnixMillis
    }
  | { readonly type: 'measured'; readonly fit: Fit; readonly requestId: RequestId; readonly at: UnixMillis }
  | {
      readonly type: 'compaction_ended'
      readonly outcome: 'compacted' | 'failed'
      readonly message: string
      readonly at: UnixMillis
    }
  | ({
      readonly type: 'answered'
      readonly requestId: RequestId
      readonly answer: Answer
      readonly at: UnixMillis
    } & Fresh)
  | ({
      readonly type: 'sampling_failed'
      readonly requestId: RequestId
      readonly failure: SamplingFailure
      /** The estimate is above 90 % of the window. */
      readonly nearlyFull: boolean
      readonly at: UnixMillis
    } & Fresh)
  | { readonly type: 'waited'; readonly timerId: RequestId }
  | {
      readonly type: 'approval_answered'
      readonly requestId: RequestId
      readonly decision: ApprovalDecision
      readonly at: UnixMillis
    }
  | { readonly type: 'nobody_to_ask' }
  | { readonly type: 'tool_finished'; readonly callId: CallId; readonly output: ItemDraft }
  | {
      readonly type: 'stopped'
      readonly reason: 'interrupted' | 'shutdown'
      /** What had streamed in by then, and is worth keeping. */
      readonly partial: readonly ItemDraft[]
      readonly at: UnixMillis
    }

export type TurnEnd =
  | { readonly kind: 'complete'; readonly lastMessage: string | null; readonly durationMs: Millis }
  | { readonly kind: 'aborted'; readonly reason: AbortReason; readonly message: string }

export type TurnEffect =
  /** The history is legal and nothing is open: steering may be read, a compaction may run; answered by `measured`. */
  | { readonly type: 'reach_cut' }
  | { readonly type: 'compact'; readonly limit: Limit }
  | { readonly type: 'sample'; readonly requestId: RequestId }
  | { readonly type: 'abort_sampling'; readonly requestId: RequestId }
  | { readonly type: 'append'; readonly items: readonly ItemDraft[] }
  | { readonly type: 'emit'; readonly msg: EventMsg }
  /** Says how full the context is, with what the last answer cost. */
  | { readonly type: 'report_usage' }
  | { readonly type: 'run_tools'; readonly callIds: readonly CallId[] }
  | { readonly type: 'abort_tools' }
  | { readonly type: 'remember_approval'; readonly keys: readonly string[] }
  | { readonly type: 'wait'; readonly timerId: RequestId; readonly ms: Millis }
  | { readonly type: 'end'; readonly turnId: TurnId; readonly end: TurnEnd }

/**
 * States, events and effects of the watcher: the machine in the client that turns a decision of the policy into one
 * compaction, with the messages of that time held and a handoff behind it. Events bring the time, fresh ids and the
 * decision; effects are data that the driver performs in order.
 */
import type { Decision, DecisionOutcome, RequestId, SequenceId, SubmissionId, UnixMillis } from '@rawr/protocol'

/** How long a compaction may hold the messages. */
export const COMPACTION_DEADLINE_MS = 300_000

/** A prompt turn that reports nothing for this long is given up. */
export const PROMPT_SILENCE_MS = 120_000

/** A judgment that has not answered by then has failed. */
export const JUDGMENT_DEADLINE_MS = 20_000

/** What every state of a running sequence knows. */
export type InSequence = {
  readonly sequenceId: SequenceId
  /** Waits for the end of this one submission. */
  readonly submissionId: SubmissionId
  readonly decisionId: RequestId
  readonly deadline: UnixMillis
  readonly continues: boolean
  /** The watcher's own packet; the agent's takes its place once it is there. */
  readonly handoff: string
}

export type WatcherState =
  | { readonly name: 'idle' }
  /** Decided, and put off to the next message of the user. */
  | { readonly name: 'deferred' }
  /** Messages go out meanwhile, and discard the verdict. */
  | {
      readonly name: 'awaiting_judgment'
      readonly requestId: RequestId
      readonly submissionId: SubmissionId
      readonly deadline: UnixMillis
    }
  /** Messages are held while the agent writes its notes … */
  | ({ readonly name: 'awaiting_scratch_write' } & InSequence)
  /** … or the packet … */
  | ({ readonly name: 'awaiting_packet' } & InSequence)
  /** … and while core compacts. */
  | ({ readonly name: 'compacting'; readonly packetAuthor: 'agent' | 'watcher' } & InSequence)

/** One answer of the policy, and all that is needed to act on it. */
export type Evaluation = {
  readonly decisionId: RequestId
  readonly decision: Decision
  /** `next_message`: the tier requires the end of a turn, and the watcher writes the packet. */
  readonly timing: 'now' | 'next_message'
  readonly packetAuthor: 'agent' | 'watcher'
  /** Notes are worth writing, and there is time for them. */
  readonly scratch: 'asked' | 'not_asked'
  /** The decision in one sentence. */
  readonly explanation: string
  /** Behind the compaction the agent goes on with its plan, where no message waits. */
  readonly continues: boolean
  readonly headsUp: string
  readonly handoff: string
}

/** Ids a transition may use up; fresh with every event that can start a sequence. */
export type NextIds = { readonly sequenceId: SequenceId; readonly submissionId: SubmissionId }

export type WatcherEvent =
  | {
      readonly type: 'turn_completed'
      readonly submissionId: SubmissionId | null
      /** `null`: the turn said nothing about the work, or this client does not decide. */
      readonly evaluation: Evaluation | null
      /** What the agent wrote last, as a handoff; `null` where it wrote nothing. */
      readonly packet: string | null
      readonly at: UnixMillis
      readonly next: NextIds
    }
  /** The policy, asked again with the verdict. */
  | {
      readonly type: 'judged'
      readonly requestId: RequestId
      readonly evaluation: Evaluation
      readonly packet: string | null
      readonly at: UnixMillis
      readonly next: NextIds
    }
  /** Something of this submission was heard: it lives. */
  | { readonly type: 'progressed'; readonly submissionId: SubmissionId; readonly at: UnixMillis }
  /** Another client drives now; core has released what was held. */
  | { readonly type: 'driver_lost' }
  | {
      readonly type: 'user_message_ready'
      readonly evaluation: Evaluation | null
      readonly at: UnixMillis
      readonly next: NextIds
    }
  /** Nothing happened for long: soon the provider will have forgotten the conversation. */
  | {
      readonly type: 'idled'
      readonly evaluation: Evaluation | null
      readonly at: UnixMillis
      readonly next: NextIds
    }
  | { readonly type: 'turn_failed'; readonly submissionId: SubmissionId | null; readonly message: string }
  | { readonly type: 'history_replaced'; readonly submissionId: SubmissionId | null }
  | { readonly type: 'compaction_failed'; readonly submissionId: SubmissionId | null; readonly message: string }
  | { readonly type: 'submission_rejected'; readonly submissionId: SubmissionId; readonly message: string }
  /** Somebody else's compaction was in flight; its outcome is ours (L9). */
  | { readonly type: 'compaction_joined'; readonly submissionId: SubmissionId; readonly other: SubmissionId }
  | { readonly type: 'user_cancelled' }
  | { readonly type: 'ticked'; readonly at: UnixMillis }

export type Notice =
  | { readonly kind: 'heads_up'; readonly text: string }
  | { readonly kind: 'would_compact'; readonly mode: 'tag' | 'suggest'; readonly explanation: string }
  | { readonly kind: 'vetoed'; readonly explanation: string }
  | { readonly kind: 'deferred'; readonly explanation: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'cancelled' }

export type WatcherEffect =
  | { readonly type: 'hold_input'; readonly sequenceId: SequenceId; readonly deadline: UnixMillis }
  | { readonly type: 'release_input'; readonly sequenceId: SequenceId; readonly handoff: string | null }
  | {
      readonly type: 'submit_compact'
      readonly submissionId: SubmissionId
      readonly decisionId: RequestId
      readonly packetAuthor: 'agent' | 'watcher'
    }
  | { readonly type: 'submit_judgment'; readonly requestId: RequestId; readonly submissionId: SubmissionId }
  | {
      readonly type: 'submit_prompt'
      readonly asks: 'scratch' | 'packet' | 'scratch_and_packet'
      readonly sequenceId: SequenceId
      readonly submissionId: SubmissionId
    }
  /** Refused by core where a message of somebody is on its way already. */
  | { readonly type: 'submit_continuation'; readonly sequenceId: SequenceId }
  /** Stops the compaction that runs; nothing else can run while the messages are held. */
  | { readonly type: 'interrupt' }
  | { readonly type: 'report_decision'; readonly decisionId: RequestId; readonly outcome: DecisionOutcome }
  | { readonly type: 'notify'; readonly notice: Notice }

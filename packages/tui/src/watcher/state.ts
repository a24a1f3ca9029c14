/**
 * States, events and effects of the watcher: the machine in the client that turns a decision of the policy into one
 * compaction, with the messages of that time held and a handoff behind it. Events bring the time, fresh ids and the
 * decision; effects are data that the driver performs in order.
 */
import type { Decision, DecisionOutcome, RequestId, SequenceId, SubmissionId, Tier, UnixMillis } from '@rawr/protocol'

/** How long a compaction may hold the messages. */
export const COMPACTION_DEADLINE_MS = 300_000

export type WatcherState =
  | { readonly name: 'idle' }
  /** Decided, and put off to the next message of the user. */
  | { readonly name: 'deferred' }
  /** Messages are held; waits for the end of this one compaction. */
  | {
      readonly name: 'compacting'
      readonly sequenceId: SequenceId
      readonly submissionId: SubmissionId
      readonly decisionId: RequestId
      readonly deadline: UnixMillis
      readonly handoff: string
    }

/** One answer of the policy, and all that is needed to act on it. */
export type Evaluation = {
  readonly decisionId: RequestId
  readonly decision: Decision
  /** `next_message`: the tier requires the end of a turn, and the watcher writes the packet. */
  readonly timing: 'now' | 'next_message'
  /** Who writes the packet, and why it is not the agent where the settings ask for it. */
  readonly packetAuthor: 'as_configured' | 'watcher_instead_of_agent'
  /** The decision in one sentence. */
  readonly explanation: string
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
      readonly at: UnixMillis
      readonly next: NextIds
    }
  | {
      readonly type: 'user_message_ready'
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
  | { readonly kind: 'packet_by_watcher' }
  | { readonly kind: 'would_compact'; readonly mode: 'tag' | 'suggest'; readonly explanation: string }
  | { readonly kind: 'judgment_unavailable'; readonly prompt: string; readonly tier: Tier }
  | { readonly kind: 'deferred'; readonly explanation: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'cancelled' }

export type WatcherEffect =
  | { readonly type: 'hold_input'; readonly sequenceId: SequenceId; readonly deadline: UnixMillis }
  | { readonly type: 'release_input'; readonly sequenceId: SequenceId; readonly handoff: string | null }
  | { readonly type: 'submit_compact'; readonly submissionId: SubmissionId }
  /** Stops the compaction that runs; nothing else can run while the messages are held. */
  | { readonly type: 'interrupt' }
  | { readonly type: 'report_decision'; readonly decisionId: RequestId; readonly outcome: DecisionOutcome }
  | { readonly type: 'notify'; readonly notice: Notice }

/**
 * States, events and effects of mid-turn compaction: it stands between an answer with calls and the next request, so that
 * a long turn does not run out of room. Every waiting state waits for an id; what is asked beside the conversation brings
 * its own deadline and then comes back as failed.
 */
import type { Decision, DecisionOutcome, RequestId } from '@rawr/protocol'

/** One answer of the policy, and all that is needed to act on it. */
export type Evaluation = {
  readonly decisionId: RequestId
  readonly decision: Decision
  /** In emergency there may be no room for an agent's packet: then the program writes it. */
  readonly packetAuthor: 'agent' | 'watcher'
  /** Notes are worth writing, and there is time for them. */
  readonly scratch: 'asked' | 'not_asked'
  readonly headsUp: string
  /** As the program writes it; the agent's takes its place once it is there. */
  readonly handoff: string
}

export type MidTurnState =
  | { readonly name: 'idle' }
  | { readonly name: 'judging'; readonly requestId: RequestId }
  | { readonly name: 'awaiting_packet'; readonly requestId: RequestId; readonly handoff: string }
  | {
      readonly name: 'compacting'
      readonly decisionId: RequestId
      readonly handoff: string
    }
  /** Compacted as a person was shown it; the handoff is on its way into the history, before anything else that waits to be read. */
  | { readonly name: 'awaiting_handoff'; readonly decisionId: RequestId }

export type MidTurnEvent =
  /** The calls of an answer are worked off; `null`: nothing of this turn was answered yet, so nobody is asked. */
  | { readonly type: 'cut_reached'; readonly evaluation: Evaluation | null }
  /** The policy, asked again with the verdict. */
  | { readonly type: 'judged'; readonly requestId: RequestId; readonly evaluation: Evaluation }
  /** `null`: the agent wrote none, or not in time. */
  | { readonly type: 'packet_written'; readonly requestId: RequestId; readonly handoff: string | null }
  /** `owed`: a plan that was shown is carried out as it was shown, so the handoff follows behind it. */
  | {
      readonly type: 'compaction_ended'
      readonly outcome: 'compacted' | 'failed'
      readonly handoff: 'in_view' | 'owed'
    }
  | { readonly type: 'handoff_written'; readonly decisionId: RequestId }
  | { readonly type: 'stopped' }

export type MidTurnEffect =
  | { readonly type: 'report_decision'; readonly decisionId: RequestId; readonly outcome: DecisionOutcome }
  | { readonly type: 'heads_up'; readonly text: string }
  | { readonly type: 'ask_judgment'; readonly requestId: RequestId }
  | { readonly type: 'ask_packet'; readonly requestId: RequestId; readonly scratch: 'asked' | 'not_asked' }
  | {
      readonly type: 'compact'
      readonly decisionId: RequestId
      readonly packetAuthor: 'agent' | 'watcher'
      /** Goes into the view, in front of the tail. */
      readonly handoff: string
    }
  | { readonly type: 'write_handoff'; readonly decisionId: RequestId; readonly handoff: string }
  /** Growth is counted from here: after a veto nothing is asked again before something has grown. */
  | { readonly type: 'disarm' }
  | { readonly type: 'abort_asking' }
  /** The turn goes on: what waits is read, and the next request is measured. */
  | { readonly type: 'proceed' }

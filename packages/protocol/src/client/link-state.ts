/** States, events and effects of a client's link to the daemon. */
import type {
  Accepted,
  Answer,
  Event,
  Gap,
  Hello,
  Rejected,
  ReplayComplete,
  ServerFrame,
  Submission,
} from '../frame.ts'
import type { ClientId, Epoch, SubmissionId, ThreadId } from '../ids.ts'
import type { ThreadResumeOp } from '../op/thread-resume.ts'
import type { Seq } from '../units.ts'

/** What outlives every single socket. */
export type LinkMemory = {
  readonly hello: Pick<Hello, 'client' | 'protocol' | 'capabilities'>
  /** Of the last welcome; `null` before the first. */
  readonly epoch: Epoch | null
  /** The last logged event seen of each thread. */
  readonly seen: ReadonlyMap<ThreadId, Seq>
  /** How a thread is loaded again when the daemon has a new life and has forgotten folder, environment and key. */
  readonly openings: ReadonlyMap<ThreadId, ThreadResumeOp>
  /** Not answered yet, oldest first; sent again after each welcome. */
  readonly pending: readonly Pending[]
  /** Failures in a row; a welcome sets it back. */
  readonly failures: number
  /** Failures in a row after which the link gives up. */
  readonly failuresMax: number
}

/** `bytes`: of its frame. */
export type Pending = { readonly submission: Submission; readonly bytes: number }

export type LinkState =
  | { readonly name: 'connecting'; readonly memory: LinkMemory }
  /** The socket is open and `hello` is sent. */
  | { readonly name: 'greeting'; readonly memory: LinkMemory }
  | { readonly name: 'ready'; readonly memory: LinkMemory }
  | { readonly name: 'waiting'; readonly memory: LinkMemory }
  | { readonly name: 'closed'; readonly reason: CloseReason }

export type CloseReason = {
  readonly code: 'closed_by_client' | 'unreachable' | 'unsupported_protocol'
  readonly message: string
}

export type LinkEvent =
  | { readonly type: 'socket_opened' }
  /** Also for a socket that never opened; `chance` in [0, 1) spreads the back-off. */
  | { readonly type: 'socket_closed'; readonly code: number; readonly message: string; readonly chance: number }
  | { readonly type: 'frame_received'; readonly frame: ServerFrame }
  | { readonly type: 'wait_ended' }
  /** Nothing came for as long as the welcome made one expect; `chance` as above. */
  | { readonly type: 'fell_silent'; readonly chance: number }
  /** An event of a type that this version does not know. */
  | { readonly type: 'event_skipped'; readonly threadId: ThreadId; readonly seq: Seq }
  | ({ readonly type: 'submitted' } & Pending)
  | { readonly type: 'close_asked' }

/** What a consumer sees: events in order and once each, and what happened to the link between them. */
export type LinkItem =
  | Event
  /** To a query of this client. */
  | Answer
  | Gap
  | ReplayComplete
  /** Asked for by `thread_resume {after_seq}`: from here on the thread is told again, behind that event. */
  | { readonly type: 'replay_started'; readonly thread_id: ThreadId; readonly after_seq: Seq }
  /** A refusal that belongs to no waiting `submit`: a broken frame, or a thread that could not be loaded again. */
  | Rejected
  | {
      readonly type: 'link'
      readonly status: 'ready'
      readonly epoch: Epoch
      readonly clientId: ClientId
      readonly isNewLife: boolean
    }
  | { readonly type: 'link'; readonly status: 'lost'; readonly retryInMs: number; readonly message: string }

export type LinkEffect =
  | { readonly type: 'open_socket' }
  | { readonly type: 'close_socket' }
  | { readonly type: 'send'; readonly frame: Hello | Submission }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'stop_waiting' }
  /** Answered by `fell_silent` where no frame comes for this long; ends with the socket. */
  | { readonly type: 'expect_frames'; readonly withinMs: number }
  | { readonly type: 'deliver'; readonly item: LinkItem }
  /** The answer of one submission. */
  | { readonly type: 'settle'; readonly id: SubmissionId; readonly answer: Accepted | Rejected }
  /** Nothing will be answered any more. */
  | { readonly type: 'give_up'; readonly reason: CloseReason }

/** The states of one client's connection, what may happen to it, and what it asks of the world. */
import type {
  Accepted,
  ClientFrame,
  ClientId,
  DecodeError,
  Epoch,
  Event,
  EventMsg,
  Rejected,
  Seq,
  ServerFrame,
  Submission,
  SubmissionId,
  ThreadId,
  WireError,
} from '@rawr/protocol'

export type Greeting = {
  readonly clientId: ClientId
  readonly epoch: Epoch
  readonly server: { readonly name: string; readonly version: string }
}

export type ThreadLink = {
  readonly threadId: ThreadId
  /** `opening`: the thread is being loaded; `replaying`: its past is read; `live`: events come as they happen. */
  readonly phase: 'opening' | 'replaying' | 'live'
  /** The last logged event that was sent. */
  readonly sentSeq: Seq
}

export type ConnectionState =
  | { readonly name: 'awaiting_hello'; readonly greeting: Greeting }
  | OpenConnection
  | { readonly name: 'closed' }

export type OpenConnection = {
  readonly name: 'open'
  readonly clientId: ClientId
  readonly clientName: string
  /** It may become the driver of a thread. */
  readonly canDrive: boolean
  /** Somebody sits there who can answer an approval. */
  readonly canAnswer: boolean
  readonly links: readonly ThreadLink[]
  readonly flow: 'flowing' | 'paused'
  readonly unanswered: number
  /** Threads that this client asked to resume and has no answer about yet. */
  readonly resuming: readonly Resuming[]
  /** Threads it asked for that could not be opened, and why: what it says to them is refused for the same reason. */
  readonly unopened: readonly Unopened[]
}

export type Unopened = { readonly threadId: ThreadId; readonly error: WireError }

/** What it says to such a thread meanwhile waits: the answer decides whether the thread can take it. */
export type Resuming = {
  readonly id: SubmissionId
  readonly threadId: ThreadId
  /** Behind which event it asks to be told; `null`: it goes on where it is. */
  readonly afterSeq: Seq | null
  readonly waiting: readonly Submission[]
}

export type ConnectionEvent =
  | { readonly type: 'frame_received'; readonly frame: ClientFrame }
  | { readonly type: 'frame_refused'; readonly error: DecodeError }
  | { readonly type: 'hello_overdue' }
  | { readonly type: 'thread_opened'; readonly threadId: ThreadId; readonly lastSeq: Seq }
  | { readonly type: 'thread_refused'; readonly threadId: ThreadId; readonly error: WireError }
  /** `result`: what a query found out. */
  | { readonly type: 'answered'; readonly answer: Accepted | Rejected; readonly result?: EventMsg }
  /** The next of the past, oldest first; none left: the thread is live from here. */
  | { readonly type: 'events_read'; readonly threadId: ThreadId; readonly events: readonly Event[] }
  | { readonly type: 'event_published'; readonly event: Event }
  /** `socketBytes` are given to the socket and not yet taken, `heldBytes` wait before it. */
  | { readonly type: 'measured'; readonly socketBytes: number; readonly heldBytes: number }
  | { readonly type: 'going_away' }
  | { readonly type: 'socket_closed' }

export type ConnectionEffect =
  | { readonly type: 'send'; readonly frame: ServerFrame }
  /** Answered by `thread_opened` or `thread_refused`. */
  | { readonly type: 'open_thread'; readonly threadId: ThreadId }
  /** From now on every event of the thread comes as `event_published`. */
  | {
      readonly type: 'follow'
      readonly threadId: ThreadId
      readonly clientName: string
      readonly canDrive: boolean
      readonly canAnswer: boolean
    }
  /** Answered by `events_read`, at once. */
  | { readonly type: 'read_events'; readonly threadId: ThreadId; readonly afterSeq: Seq }
  | { readonly type: 'send_snapshots'; readonly threadId: ThreadId }
  /** Answered by `answered`. */
  | { readonly type: 'submit'; readonly submission: Submission }
  /** Answered by `measured`, at once. */
  | { readonly type: 'measure' }
  | { readonly type: 'hold' }
  | { readonly type: 'release' }
  | { readonly type: 'leave'; readonly threadId: ThreadId }
  | { readonly type: 'close'; readonly code: number; readonly reason: string }
  /** Ends the socket without waiting for what it still holds. */
  | { readonly type: 'evict' }

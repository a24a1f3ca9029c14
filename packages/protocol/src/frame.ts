/**
 * What is in one WebSocket text frame. A client says `hello` first and is answered `welcome`; then every thread it asked
 * for is replayed up to `replay_complete`, and from there on it is live.
 */
import { z } from 'zod'
import { EventMsg } from './event-msg.ts'
import { ClientId, Epoch, SubmissionId, ThreadId } from './ids.ts'
import { Op } from './op.ts'
import { Seq } from './units.ts'
import { WireError } from './wire-error.ts'

/** Versions of the protocol this package speaks, both ends inclusive. */
export const PROTOCOL_VERSION = { min: 1, max: 1 } as const

/** Largest frame a server accepts, bytes. */
export const INBOUND_FRAME_BYTES_MAX = 16 * 1024 * 1024

/** Largest event frame a server sends, bytes; more goes by blob. */
export const EVENT_FRAME_BYTES_MAX = 1024 * 1024

const versionRange = z.object({ min: z.number().int().positive(), max: z.number().int().positive() })

export const Hello = z.strictObject({
  type: z.literal('hello'),
  /** The versions this client speaks, both ends inclusive; the highest common one is taken. */
  protocol: versionRange,
  /** Shown to the other clients of a thread. */
  client: z.strictObject({ name: z.string(), version: z.string() }),
  /**
   * What this client can do, and is; absent: it can do everything, and somebody sits there. `drive`: it may become the driver
   * of a thread, whose watcher decides when to compact. `unattended`: nobody sits there; where all clients of a thread say so,
   * what needs an approval ends the turn as `approval_needed`. Names that a daemon does not know are ignored.
   */
  capabilities: z.array(z.string().max(100)).max(100).optional(),
  /** What this client has seen of each thread it wants; `seq` 0 asks for everything. */
  last_seen: z.array(z.strictObject({ thread_id: ThreadId, epoch: Epoch.optional(), seq: Seq })).optional(),
})
export type Hello = z.infer<typeof Hello>

/** A request. Every op names its thread here, but those of {@link NEEDS_NO_THREAD}. */
export const Submission = z.strictObject({
  type: z.literal('submission'),
  /** Of the client's choice, unique among all clients: a random one. Sent again after a lost socket, it must be the same. */
  id: SubmissionId,
  /** Every op names its thread here, but those that need none: `thread_start` `thread_resume` `thread_fork` `thread_rename` `thread_archive` `thread_list` `thread_search` `shutdown`. */
  thread_id: ThreadId.optional(),
  op: Op,
})
export type Submission = z.infer<typeof Submission>

export const ClientFrame = z.discriminatedUnion('type', [Hello, Submission])
export type ClientFrame = z.infer<typeof ClientFrame>

export const Welcome = z.object({
  type: z.literal('welcome'),
  /** The version that holds from here on. */
  protocol: z.number().int().positive(),
  /** This life of the daemon. */
  epoch: Epoch,
  /** This client, as `presence` calls it. */
  client_id: ClientId,
  server: z.object({ name: z.string(), version: z.string() }),
  /** What this daemon takes and tells; absent in daemons that did not say so yet. */
  capabilities: z.object({ ops: z.array(z.string()), events: z.array(z.string()) }).optional(),
  /**
   * Some frame comes at least this often, a `heartbeat` where there is nothing to tell: after two such times of silence the
   * daemon, or the way to it, is gone. Absent in daemons that do not promise it.
   */
  heartbeat_ms: z.number().int().positive().optional(),
})
export type Welcome = z.infer<typeof Welcome>

/** A logged event carries `seq`; a status event carries `after_seq`, the last logged one before it. */
export const Event = z.object({
  type: z.literal('event'),
  thread_id: ThreadId,
  /** Of a logged event: its number in the thread, from 1, without holes. */
  seq: Seq.optional(),
  /** Of a status event: the last logged one before it. */
  after_seq: Seq.optional(),
  /** The submission this event answers; `null` for what nobody asked for. */
  id: SubmissionId.nullable(),
  msg: EventMsg,
})
export type Event = z.infer<typeof Event>

/**
 * The answer to a query, an event that only the asker is told. It comes before the `accepted` of its submission, so that
 * whoever is told `accepted` has it; a query that is sent again is answered again.
 */
export const Answer = z.object({ type: z.literal('answer'), id: SubmissionId, msg: EventMsg })
export type Answer = z.infer<typeof Answer>

/** `joined`: somebody else's compaction is in flight and its outcome is yours (L9). */
export const Accepted = z.object({
  type: z.literal('accepted'),
  id: SubmissionId,
  /** `queued`: it waits for the running turn; `duplicate`: this id was accepted before; `joined`: see there. */
  outcome: z.enum(['started', 'queued', 'duplicate', 'joined']),
  /** The thread a `thread_start` or `thread_resume` led to. */
  thread_id: ThreadId.optional(),
  /** The submission whose compaction was joined. */
  joined: SubmissionId.optional(),
  /** Events of this submission have a higher `seq` than this. */
  from_seq: Seq,
})
export type Accepted = z.infer<typeof Accepted>

export const Rejected = z.object({
  type: z.literal('rejected'),
  /** `null` where the frame was too broken to have one. */
  id: SubmissionId.nullable(),
  ...WireError.shape,
})
export type Rejected = z.infer<typeof Rejected>

export const ReplayComplete = z.object({ type: z.literal('replay_complete'), thread_id: ThreadId, seq: Seq })
export type ReplayComplete = z.infer<typeof ReplayComplete>

/** Events `from_seq`…`to_seq` cannot be had any more; the snapshot events after it stand for them. */
export const Gap = z.object({ type: z.literal('gap'), thread_id: ThreadId, from_seq: Seq, to_seq: Seq })
export type Gap = z.infer<typeof Gap>

/** Nothing happened, and the daemon is there. */
export const Heartbeat = z.object({ type: z.literal('heartbeat') })
export type Heartbeat = z.infer<typeof Heartbeat>

export const ServerFrame = z.discriminatedUnion('type', [
  Welcome,
  Event,
  Answer,
  Accepted,
  Rejected,
  ReplayComplete,
  Gap,
  Heartbeat,
])
export type ServerFrame = z.infer<typeof ServerFrame>

/**
 * One line of a thread's log. `session_meta`, `response_item`, `event_msg` and `turn_context` have Codex's shape on
 * disk, so that existing viewers read them (`rollout-codec.ts` maps); the other types are ours. The log is append-only
 * and the truth: the model-visible history is a function of it.
 */
import { z } from 'zod'
import { ArchiveName } from './archive.ts'
import { Attribution, CompactionReport, RanStrategy, Strategy, Trigger, View } from './compaction.ts'
import { EventMsg } from './event-msg.ts'
import { HistoryItem } from './history-item.ts'
import { CompactionId, SequenceId, SubmissionId, ThreadId, TurnId } from './ids.ts'
import { Pin } from './pin.ts'
import { ApprovalPolicy, SandboxMode } from './settings.ts'
import { Millis, Seq, Tokens } from './units.ts'
import { TurnOrigin, UserInput } from './user-input.ts'

/** Identity of the thread; written again on every resume with the same `id`. */
export const SessionMeta = z.object({
  id: ThreadId,
  /** ISO-8601. */
  timestamp: z.string(),
  cwd: z.string(),
  originator: z.string(),
  cli_version: z.string(),
  source: z.string(),
  model_provider: z.string().optional(),
  context_window: Tokens.optional(),
})
export type SessionMeta = z.infer<typeof SessionMeta>

/** What a turn ran under. */
export const TurnContext = z.object({
  turn_id: TurnId,
  cwd: z.string(),
  approval_policy: ApprovalPolicy,
  sandbox_policy: z.object({ mode: SandboxMode }),
  model: z.string(),
  context_window: Tokens.optional(),
})
export type TurnContext = z.infer<typeof TurnContext>

/** A logged event: its number in the thread and the submission it answers, beside the event itself. */
export const LoggedEvent = z.object({ seq: Seq, submission_id: SubmissionId.nullable(), msg: EventMsg })
export type LoggedEvent = z.infer<typeof LoggedEvent>

/** A compaction is an entry, not a rewrite: `view` says what of the log the model sees from here on. */
export const Compacted = z.object({
  id: CompactionId,
  trigger: Trigger,
  requested: Strategy,
  strategy: RanStrategy,
  /** The text put in place of what went, for readers of other programs. */
  message: z.string(),
  tokens_before: Tokens,
  tokens_after: Tokens,
  view: View,
  /** sha-256 over the ids and contents of the items the view was made from. */
  anchor_hash: z.string(),
  prompt_version: z.string(),
  duration_ms: Millis,
  report: CompactionReport.optional(),
  /** What the model saw before, kept beside the project. */
  archive: ArchiveName.optional(),
  /** The lines in the view that a model wrote: what the next narrative goes on from. */
  narrative: z.array(z.string()).optional(),
  /** Of an automatic one. */
  attribution: Attribution.optional(),
})
export type Compacted = z.infer<typeof Compacted>

/** A message accepted but not yet in the history: what a crash must not lose (L12). */
export const QueuedInput = z.object({
  submission_id: SubmissionId,
  items: z.array(UserInput),
  origin: TurnOrigin,
  sequence_id: SequenceId.optional(),
  writes_scratch: z.literal(true).optional(),
})
export type QueuedInput = z.infer<typeof QueuedInput>

/**
 * Changes of the queue. `added` comes before the client is told `accepted`; `taken` when the message enters the
 * history; `replaced` and `moved` by `queue_edit`; `held` and `released` bracket a sequence; `dropped` when it was reported unsent or interrupted.
 * `compaction_queued`: a compaction waits for the running turn; an event of its submission is its end.
 */
export const QueueChange = z.discriminatedUnion('change', [
  z.object({ change: z.literal('added'), input: QueuedInput }),
  z.object({ change: z.literal('taken'), submission_id: SubmissionId, turn_id: TurnId }),
  z.object({ change: z.literal('dropped'), submission_id: SubmissionId, reason: z.string() }),
  z.object({ change: z.literal('replaced'), submission_id: SubmissionId, items: z.array(UserInput) }),
  z.object({ change: z.literal('moved'), submission_id: SubmissionId, to: z.number().int().nonnegative() }),
  z.object({ change: z.literal('compaction_queued'), submission_id: SubmissionId }),
  z.object({ change: z.literal('held'), sequence_id: SequenceId, deadline: z.number().int() }),
  z.object({ change: z.literal('released'), sequence_id: SequenceId, handoff: z.string().optional() }),
])
export type QueueChange = z.infer<typeof QueueChange>

/** Why a message was dropped whose sender was told that the disk did not take it: sent again, it is a new one. */
export const NOT_CONFIRMED = 'not confirmed by the disk'

export const ThreadChange = z.object({
  name: z.string().optional(),
  archived: z.boolean().optional(),
  forked_from: z.object({ thread_id: ThreadId, ordinal: z.number().int().nonnegative() }).optional(),
})
export type ThreadChange = z.infer<typeof ThreadChange>

const line = <Type extends string, Payload extends z.ZodType>(type: Type, payload: Payload) =>
  z.object({
    /** ISO-8601 with milliseconds, UTC. */
    timestamp: z.string(),
    /** Position in the file, from 0, without holes. */
    ordinal: z.number().int().nonnegative(),
    type: z.literal(type),
    payload,
  })

export const RolloutLine = z.discriminatedUnion('type', [
  line('session_meta', SessionMeta),
  line('response_item', HistoryItem),
  line('event_msg', LoggedEvent),
  line('turn_context', TurnContext),
  line('compacted', Compacted),
  line('undo', z.object({ compacted_id: CompactionId })),
  line('redo', z.object({ compacted_id: CompactionId })),
  line('rollback', z.object({ turns: z.number().int().positive() })),
  line('pins', z.object({ pins: z.array(Pin) })),
  line('queue', QueueChange),
  line('thread', ThreadChange),
])
export type RolloutLine = z.infer<typeof RolloutLine>

/** A line before it has its place in a file. */
export type RolloutItem = { [Line in RolloutLine as Line['type']]: Pick<Line, 'type' | 'payload'> }[RolloutLine['type']]

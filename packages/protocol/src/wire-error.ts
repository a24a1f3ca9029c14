/** What the other side is told when a submission is refused. Local errors never cross the wire. */
import { z } from 'zod'

export const WireErrorCode = z.enum([
  /** The frame is no JSON. */
  'bad_json',
  /** This daemon does not know the op; `welcome.capabilities.ops` lists those it does. */
  'unknown_op',
  /** A field that the op does not have, at `path`: leave it out. */
  'unknown_field',
  /** A value that cannot be, at `path`; `message` says what can. */
  'invalid',
  /** No version in common; the socket closes. */
  'unsupported_protocol',
  /** The first frame was not `hello`; the socket closes. */
  'hello_required',
  /** There is no such thread, or this connection does not follow it: `thread_resume` first. */
  'thread_not_found',
  /** The op needs `thread_id` beside it. */
  'thread_required',
  /** No model is configured for the thread: `override_turn_context`, or the settings of `thread_resume`. */
  'no_model',
  /** The server that was named does not answer, so that it could not be asked for its models. */
  'provider_unreachable',
  /** The server that was named refuses to list its models: mostly the key. */
  'provider_refused',
  /** Only the driver of the thread may say this; `presence` names it. */
  'not_driver',
  /** It would not fit an empty context: put it into a file and name the file. */
  'input_too_large',
  /** The frame has more bytes than a daemon takes (the typed client says so before it sends). */
  'frame_too_large',
  /** Something runs that this must not come between; ask again when it has ended. Or another program holds the thread. */
  'busy',
  /** The history changed since the plan was shown: plan again. */
  'plan_stale',
  /** There is no compaction, or no undo, to take back. */
  'nothing_to_undo',
  /** The originals would not fit the window; `message` has both numbers. */
  'undo_too_large',
  /** `compact.enabled` is false. */
  'compaction_disabled',
  /** Nothing of this id is asked any more: somebody was quicker, or the turn ended. */
  'no_such_approval',
  /** The daemon ends: connect to the next one. */
  'shutting_down',
  /** Too many submissions wait for an answer, or too many threads are followed, by this client. */
  'queue_full',
  /** The message does not wait any more. */
  'not_queued',
  /** Commands cannot be confined here; asked again with `sandbox.mode: danger-full-access`, they run unconfined. */
  'sandbox_missing',
  /** A fault of the daemon; its log has more. */
  'internal',
])
export type WireErrorCode = z.infer<typeof WireErrorCode>

export const WireError = z.object({
  code: WireErrorCode,
  /** One sentence: what, where and what to do. */
  message: z.string(),
  /** Path of the offending field, outermost first; empty for the whole. */
  path: z.array(z.union([z.string(), z.number()])),
})
export type WireError = z.infer<typeof WireError>

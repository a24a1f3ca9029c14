/** What the other side is told when a submission is refused. Local errors never cross the wire. */
import { z } from 'zod'

export const WireErrorCode = z.enum([
  'bad_json',
  'unknown_op',
  'unknown_field',
  'invalid',
  'unsupported_protocol',
  'hello_required',
  'thread_not_found',
  'thread_required',
  'no_model',
  'not_driver',
  'input_too_large',
  'frame_too_large',
  'busy',
  'plan_stale',
  'nothing_to_undo',
  'undo_too_large',
  'compaction_disabled',
  'no_such_approval',
  'shutting_down',
  'queue_full',
  'not_queued',
  /** Commands cannot be confined here; asked again with `sandbox.mode: danger-full-access`, they run unconfined. */
  'sandbox_missing',
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

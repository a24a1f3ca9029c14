/** Why a turn ended before its work was done. */
import { z } from 'zod'

export const AbortReason = z.enum([
  'interrupted',
  'daemon_restarted',
  'context_exhausted',
  'provider_unreachable',
  'provider_refused',
  'model_failed',
  'output_limit',
  'content_filter',
  'max_rounds',
  'approval_needed',
  'approval_aborted',
  'session_failed',
  'shutdown',
])
export type AbortReason = z.infer<typeof AbortReason>

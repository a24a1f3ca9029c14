/** How a headless run ends, as an exit code. */
import type { AbortReason, EventMsg, WireErrorCode } from '@rawr/protocol'
import { EXIT, type ExitCode } from '../exit-codes.ts'

const EXIT_OF_ABORT: Readonly<Record<AbortReason, ExitCode>> = {
  interrupted: EXIT.interrupted,
  daemon_restarted: EXIT.failed,
  context_exhausted: EXIT.failed,
  provider_unreachable: EXIT.provider,
  provider_refused: EXIT.provider,
  model_failed: EXIT.failed,
  output_limit: EXIT.failed,
  content_filter: EXIT.failed,
  max_rounds: EXIT.failed,
  approval_needed: EXIT.approval,
  approval_aborted: EXIT.failed,
  session_failed: EXIT.failed,
  shutdown: EXIT.failed,
}

/** The exit code of a terminal event; `null` for any other. */
export const exitOfEvent = (msg: EventMsg): ExitCode | null => {
  if (msg.type === 'turn_complete') return EXIT.done
  return msg.type === 'turn_aborted' ? EXIT_OF_ABORT[msg.reason] : null
}

const FAILED_CODES: ReadonlySet<WireErrorCode> = new Set<WireErrorCode>([
  'internal',
  'shutting_down',
  'busy',
  'queue_full',
])

const PROVIDER_CODES: ReadonlySet<WireErrorCode> = new Set<WireErrorCode>(['provider_unreachable', 'provider_refused'])

/** A refused submission is bad input, unless the refusal is about us or about the server of the model. */
export const exitOfRejection = (code: WireErrorCode): ExitCode => {
  if (PROVIDER_CODES.has(code)) return EXIT.provider
  return FAILED_CODES.has(code) ? EXIT.failed : EXIT.badInput
}

/** How a headless run ends, as an exit code (DESIGN: 0 done, 1 failed, 2 bad input, 3 provider, 4 approval, 130 interrupted). */
import type { AbortReason, EventMsg, WireErrorCode } from '@rawr/protocol'

export const EXIT = { done: 0, failed: 1, badInput: 2, provider: 3, approval: 4, interrupted: 130 } as const

const EXIT_OF_ABORT: Readonly<Record<AbortReason, number>> = {
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
export const exitOfEvent = (msg: EventMsg): number | null => {
  if (msg.type === 'turn_complete') return EXIT.done
  return msg.type === 'turn_aborted' ? EXIT_OF_ABORT[msg.reason] : null
}

const FAILED_CODES: ReadonlySet<WireErrorCode> = new Set<WireErrorCode>([
  'internal',
  'shutting_down',
  'busy',
  'queue_full',
])

/** A refused submission is bad input, unless the refusal is about us. */
export const exitOfRejection = (code: WireErrorCode): number => (FAILED_CODES.has(code) ? EXIT.failed : EXIT.badInput)

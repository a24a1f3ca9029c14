/**
 * What each way a request can fail comes to: made again, waited out, answered by a compaction, or the end of the turn. One
 * row a kind, so that a kind without an outcome does not compile. Who tells the kinds apart is the model client.
 */
import type { AbortReason } from '@rawr/protocol'

export type FaultOutcome =
  /** Made again after a short pause, a bounded number of times. */
  | 'retry'
  /** The connection is gone: made again for as long as it was there before and the settings allow. */
  | 'wait'
  /** The request is too large: the history is made smaller, once, and the request made again. */
  | 'compact'
  /** The same request would fail the same way. */
  | 'stop'

export type FaultRow = {
  readonly outcome: FaultOutcome
  /** How the turn ends where the outcome did not help. */
  readonly reason: AbortReason
}

export const FAULT_TABLE = {
  overflow: { outcome: 'compact', reason: 'context_exhausted' },
  too_large: { outcome: 'compact', reason: 'context_exhausted' },
  rate_limited: { outcome: 'retry', reason: 'provider_unreachable' },
  server_error: { outcome: 'retry', reason: 'provider_unreachable' },
  unreachable: { outcome: 'wait', reason: 'provider_unreachable' },
  stream_cut: { outcome: 'retry', reason: 'provider_unreachable' },
  stream_idle: { outcome: 'retry', reason: 'provider_unreachable' },
  garbage: { outcome: 'retry', reason: 'model_failed' },
  unauthorized: { outcome: 'stop', reason: 'provider_refused' },
  not_found: { outcome: 'stop', reason: 'provider_refused' },
  refused: { outcome: 'stop', reason: 'provider_refused' },
  aborted: { outcome: 'stop', reason: 'model_failed' },
} as const satisfies Readonly<Record<string, FaultRow>>

export type FaultKind = keyof typeof FAULT_TABLE

export const faultRow = (kind: FaultKind): FaultRow => FAULT_TABLE[kind]

/** Writes what happened to a thread into its audit: signs that a phase ended, and compactions with their figures. */
import { COMPACTION_COMPLETED } from '@rawr/audit'
import { emptySignals, foldSignals } from '@rawr/policy'
import type { ThreadId } from '@rawr/protocol'
import type { AuditSink } from '../ports/audit-sink.ts'
import type { Listener } from './outbox.ts'

/** A listener of the thread's events; each sign is noted once a turn. */
export const noteEvents = (audit: AuditSink, threadId: ThreadId): Listener => {
  let signals = emptySignals
  return ({ msg, seq }) => {
    const before = signals.seen
    signals = foldSignals(signals, msg)
    for (const boundary of signals.seen.slice(before.length)) audit.event(threadId, boundary, { event_seq: seq })
    if (msg.type === 'context_compacted') audit.event(threadId, COMPACTION_COMPLETED, { event_seq: seq, ...msg.report })
    if (msg.type === 'compact_failed')
      audit.event(threadId, 'compaction_failed', { event_seq: seq, reason: msg.reason, message: msg.error_message })
  }
}

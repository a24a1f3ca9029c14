/** Where decisions and boundary events of a thread are written down; losing one must never stop a turn. */
import type { AuditEvent } from '@rawr/audit'
import type { DecisionRecord, ThreadId } from '@rawr/protocol'

export interface AuditSink {
  decision(threadId: ThreadId, record: DecisionRecord): void
  /** A structured boundary event (a commit, a compaction …), fields beside its name. */
  event(threadId: ThreadId, name: string, fields: Readonly<Record<string, unknown>>): void
  /** What was decided in a thread, oldest first; nothing where it cannot be read. */
  decisions(threadId: ThreadId): Promise<readonly DecisionRecord[]>
  /** What happened in a thread, oldest first; nothing where it cannot be read. */
  happened(threadId: ThreadId): Promise<readonly AuditEvent[]>
  /** Resolves when everything handed over is written. */
  flush(): Promise<void>
}

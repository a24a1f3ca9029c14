/**
 * The decisions of a thread on their way to the audit and the clients, kept by id for the compaction that goes back to one,
 * also where the daemon was killed between the two.
 */
import { explain } from '@rawr/policy'
import type {
  Attribution,
  CompactionId,
  DecisionOutcome,
  DecisionRecord,
  RequestId,
  RolloutLine,
  SubmissionId,
  ThreadId,
} from '@rawr/protocol'
import { maskDeep } from '../engine/secrets/mask-line.ts'
import type { SecretVault } from '../engine/secrets/vault.ts'
import type { AuditSink } from '../ports/audit-sink.ts'
import type { Outbox } from './outbox.ts'

export type DecisionBook = {
  report(record: DecisionRecord, submissionId: SubmissionId | null): void
  /** The same decision, with what became of it; one that is not known any more stays as it was told. */
  settle(id: RequestId, outcome: DecisionOutcome, submissionId: SubmissionId | null): void
  find(id: RequestId): DecisionRecord | null
  /** Remembers what a compaction goes back to, for whoever writes down that it is complete. */
  attribute(compactionId: CompactionId, attribution: Attribution): void
  attribution(compactionId: CompactionId): Attribution | null
}

export type BookDeps = {
  readonly threadId: ThreadId
  /** Of the thread's log: the decisions told before it was opened. */
  readonly lines: readonly RolloutLine[]
  readonly audit: AuditSink
  readonly secrets: SecretVault
  readonly outbox: Outbox
}

/** A compaction goes back to a decision of a moment ago. */
const DECISIONS_MAX = 100

export const openDecisionBook = ({ threadId, lines, audit, secrets, outbox }: BookDeps): DecisionBook => {
  const known = new Map<RequestId, DecisionRecord>()
  let attributed: { readonly compactionId: CompactionId; readonly attribution: Attribution } | null = null
  let told: DecisionRecord | null = null
  const keep = (record: DecisionRecord): void => {
    known.delete(record.id)
    known.set(record.id, record)
    const oldest = known.keys().next()
    if (known.size > DECISIONS_MAX && !oldest.done) known.delete(oldest.value)
  }
  for (const line of lines)
    if (line.type === 'event_msg' && line.payload.msg.type === 'decision_recorded') keep(line.payload.msg.record)
  const report: DecisionBook['report'] = (record, submissionId) => {
    keep(record)
    audit.decision(threadId, maskDeep(secrets, record))
    const isRepeated = told !== null && saysTheSame(told, record)
    told = record
    if (!isRepeated) outbox.emit({ type: 'decision_recorded', record, explanation: explain(record) }, submissionId)
  }
  return {
    report,
    find: (id) => known.get(id) ?? null,
    attribute: (compactionId, attribution) => {
      attributed = { compactionId, attribution }
    },
    attribution: (id) => (attributed?.compactionId === id ? attributed.attribution : null),
    settle: (id, outcome, submissionId) => {
      const record = known.get(id)
      if (record !== undefined) report({ ...record, outcome }, submissionId)
    },
  }
}

/** A long turn is evaluated at every cut: the audit folds what it hears, and the clients hear it once. */
const saysTheSame = (told: DecisionRecord, next: DecisionRecord): boolean =>
  next.actor === 'mid_turn' &&
  told.actor === 'mid_turn' &&
  told.turn_id === next.turn_id &&
  told.decision.kind === 'leave' &&
  next.decision.kind === 'leave' &&
  told.decision.why === next.decision.why &&
  told.decision.tier === next.decision.tier

/** What the log says about why a compaction was made; `null` for a decision that left the history alone. */
export const attributionOf = (
  { id, decision, inputs }: DecisionRecord,
  packet_author: Attribution['packet_author'],
): Attribution | null => {
  if (decision.kind === 'leave') return null
  const { tier, boundaries } = decision
  const saved = inputs.cost?.saved_tokens
  return {
    decision_id: id,
    tier,
    percent_remaining: inputs.usage.percent_remaining,
    boundaries,
    packet_author,
    ...(saved === undefined ? {} : { predicted_saved_tokens: saved }),
  }
}

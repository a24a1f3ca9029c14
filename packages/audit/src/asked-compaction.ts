/** The newest compaction, where a person asked for it: no decision of the policy tells why it was made. */
import { roundTokens } from '@rawr/policy'
import { CompactionReport, type DecisionRecord } from '@rawr/protocol'
import { type AuditEvent, COMPACTION_COMPLETED } from './audit-event.ts'

export type Past = {
  /** Oldest first, as are the records. */
  readonly events: readonly AuditEvent[]
  readonly records: readonly DecisionRecord[]
}

/** In sentences, the last of which leads on to the decision before it; none where the newest record is newer. */
export const askedCompaction = ({ events, records }: Past): readonly string[] => {
  const event = events.findLast(({ name }) => name === COMPACTION_COMPLETED)
  const report = CompactionReport.safeParse(event?.fields)
  if (event === undefined || !report.success || report.data.trigger !== 'manual') return []
  const last = records.at(-1)
  if (last !== undefined && last.at > event.at) return []
  const { compaction_id, estimate, tokens_before, tokens_after } = report.data
  const mark = estimate === 'divisors' ? '~' : ''
  const name = compaction_id === undefined ? '' : ` (${compaction_id})`
  const time = new Date(event.at).toISOString().slice(0, 19).replace('T', ' ')
  return [
    `The newest compaction${name} was asked for by a person (trigger: ${report.data.trigger}) at ${time}: ${mark}${roundTokens(tokens_before)} → ${mark}${roundTokens(tokens_after)} tokens. No decision of the policy led to it.`,
    last === undefined ? 'The policy decided nothing in this thread before.' : `The decision before it, ${last.id}:`,
  ]
}

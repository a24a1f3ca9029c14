/** Equal `leave` decisions in a row of one turn are one record with a count, so that a long wait is one line. */
import type { DecisionRecord } from '@rawr/protocol'
import { isSameDecision } from './record.ts'

/** The folded record, under the id of the first; `null` where the two say different things. */
export const foldRecords = (first: DecisionRecord, next: DecisionRecord): DecisionRecord | null => {
  const isRun =
    first.decision.kind === 'leave' &&
    first.id !== next.id &&
    first.actor === next.actor &&
    first.turn_id === next.turn_id &&
    first.outcome === next.outcome &&
    isSameDecision(first.decision, next.decision)
  return isRun ? { ...first, count: first.count + next.count, last_inputs: next.last_inputs ?? next.inputs } : null
}

/** Records as they are read back: the newest line of an id is the record, and the order is that of the first lines. */
import { decide } from '@rawr/policy'
import type { Decision, DecisionRecord, RequestId } from '@rawr/protocol'

/** A record is written again when its outcome or its count is known; only the last writing counts. */
export const latestRecords = (written: readonly DecisionRecord[]): readonly DecisionRecord[] => {
  const latest = new Map<RequestId, DecisionRecord>()
  for (const record of written) latest.set(record.id, record)
  return [...latest.values()]
}

/** Key order does not matter: a record that went through a file is the same record. */
export const isSameDecision = (one: Decision, other: Decision): boolean => canonical(one) === canonical(other)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/**
 * Whether the policy of this version answers the record's inputs as it did then (L17), the last inputs of a folded
 * record included.
 */
export const replays = ({ inputs, last_inputs, decision }: DecisionRecord): boolean =>
  [inputs, ...(last_inputs === undefined ? [] : [last_inputs])].every((each) => isSameDecision(decide(each), decision))

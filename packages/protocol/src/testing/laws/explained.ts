/**
 * L17: every evaluation of the policy is on record, and deciding again from the recorded inputs gives the recorded answer; no
 * compaction of the policy runs without a record that asked for it.
 */
import type { Decision, DecisionInputs, DecisionRecord } from '../../decision-record.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'

export type Decide = (inputs: DecisionInputs) => Decision

export const checkExplained = (lines: readonly RolloutLine[], decide?: Decide): Breach[] => {
  const breaches: Breach[] = []
  /** Records that ask for a compaction and have not had it. */
  let asking: string | null = null
  for (const [index, line] of lines.entries()) {
    const report = (message: string) => breaches.push(breach(`line ${index}`, message))
    if (line.type !== 'event_msg') continue
    const { msg } = line.payload
    if (msg.type === 'decision_recorded') {
      if (msg.explanation.trim() === '') report(`decision ${msg.record.id} is not explained`)
      for (const problem of recordProblems(msg.record, decide)) report(problem)
      if (msg.record.decision.kind !== 'leave') asking = msg.record.decision.trigger
    }
    if (msg.type !== 'compaction_started' || !isOfPolicy(msg.trigger)) continue
    if (asking !== msg.trigger)
      report(`compaction ${msg.compaction_id} (${msg.trigger}) runs, and no recorded decision asked for it`)
    asking = null
  }
  return breaches
}

/** Of records as an audit file holds them. */
export const checkDecisions = (records: readonly DecisionRecord[], decide: Decide): Breach[] =>
  records.flatMap((record) => recordProblems(record, decide).map((message) => breach(`decision ${record.id}`, message)))

/** These two are the policy's; the others have their own reason. */
const isOfPolicy = (trigger: string): boolean => trigger === 'auto_watcher' || trigger === 'mid_turn'

const recordProblems = (record: DecisionRecord, decide?: Decide): readonly string[] => {
  const { id, inputs, last_inputs, decision, count } = record
  const isFolded = count > 1
  return [
    ...(decide === undefined ? [] : replayProblems(id, { inputs, decision, decide })),
    ...(decide === undefined || last_inputs === undefined
      ? []
      : replayProblems(id, { inputs: last_inputs, decision, decide })),
    ...(isFolded && decision.kind !== 'leave' ? [`decision ${id} folds ${count} evaluations that acted`] : []),
    ...(isFolded && last_inputs === undefined
      ? [`decision ${id} folds ${count} evaluations and has the inputs of one`]
      : []),
    ...outcomeProblems(record),
  ]
}

const outcomeProblems = ({ id, decision, outcome }: DecisionRecord): readonly string[] =>
  decision.kind === 'leave' && (outcome === 'compacted' || outcome === 'vetoed')
    ? [`decision ${id} left the history alone and has the outcome ${outcome}`]
    : []

type Replay = { readonly inputs: DecisionInputs; readonly decision: Decision; readonly decide: Decide }

const replayProblems = (id: string, { inputs, decision, decide }: Replay): readonly string[] => {
  const again = decide(inputs)
  return sorted(again) === sorted(decision)
    ? []
    : [`decision ${id} was ${sorted(decision)}, its inputs give ${sorted(again)}`]
}

/** Keys in one order; a key without a value is none. */
const sorted = (decision: Decision): string =>
  JSON.stringify(Object.fromEntries(Object.entries(decision).toSorted(([a], [b]) => (a < b ? -1 : 1))))

const breach = (at: string, message: string): Breach => ({ law: 'L17', at, message })

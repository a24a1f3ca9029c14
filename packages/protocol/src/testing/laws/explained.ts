/**
 * L17: every evaluation of the policy is on record, and deciding again from the recorded inputs gives the recorded answer; every
 * automatic compaction names the record it goes back to; and a report that names another strategy than was asked for says why.
 */
import type { Decision, DecisionInputs, DecisionRecord } from '../../decision-record.ts'
import type { Compacted, RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'

export type Decide = (inputs: DecisionInputs) => Decision

export const checkExplained = (lines: readonly RolloutLine[], decide?: Decide): Breach[] => {
  const breaches: Breach[] = []
  const acted = new Map<string, string>()
  const used = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const report = (message: string) => breaches.push(breach(`line ${index}`, message))
    if (line.type === 'compacted') {
      const { id, trigger, attribution } = line.payload
      for (const problem of [...attributionProblems(line.payload, acted), ...strategyProblems(line.payload)])
        report(problem)
      // A limit may compact more than once on one decision, until the request fits.
      if (attribution !== undefined && isOfPolicy(trigger) && used.has(attribution.decision_id))
        report(`compaction ${id} goes back to decision ${attribution.decision_id}, as another did before`)
      if (attribution !== undefined) used.add(attribution.decision_id)
    }
    if (line.type !== 'event_msg' || line.payload.msg.type !== 'decision_recorded') continue
    const { record, explanation } = line.payload.msg
    if (explanation.trim() === '') report(`decision ${record.id} is not explained`)
    for (const problem of recordProblems(record, decide)) report(problem)
    if (record.decision.kind === 'leave') continue
    acted.set(record.id, record.decision.trigger)
  }
  return breaches
}

/** Of records as an audit file holds them. */
export const checkDecisions = (records: readonly DecisionRecord[], decide: Decide): Breach[] =>
  records.flatMap((record) => recordProblems(record, decide).map((message) => breach(`decision ${record.id}`, message)))

/** These two are the policy's; the others have their own reason. */
const isOfPolicy = (trigger: string): boolean => trigger === 'auto_watcher' || trigger === 'mid_turn'

/** Nobody asked for these: each goes back to a decision that core made or a watcher reported. */
const AUTOMATIC: ReadonlySet<string> = new Set([
  'auto_watcher',
  'mid_turn',
  'hard_limit',
  'overflow',
  'built_in',
  'agent_request',
])

const attributionProblems = (
  { id, trigger, attribution }: Compacted,
  acted: ReadonlyMap<string, string>,
): readonly string[] => {
  if (attribution === undefined)
    return AUTOMATIC.has(trigger) ? [`compaction ${id} (${trigger}) does not say which decision it goes back to`] : []
  const { decision_id } = attribution
  const asked = acted.get(decision_id)
  if (asked === undefined) return [`compaction ${id} goes back to decision ${decision_id}, which is not on record`]
  return asked === trigger ? [] : [`compaction ${id} (${trigger}) goes back to decision ${decision_id} of ${asked}`]
}

const strategyProblems = ({ id, report }: Compacted): readonly string[] =>
  report === undefined || report.strategy === report.requested || (report.reason ?? '').trim() !== ''
    ? []
    : [`compaction ${id} ran as ${report.strategy}, was asked for as ${report.requested}, and does not say why`]

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
  decision.kind === 'leave' && (outcome === 'compacted' || (outcome === 'vetoed' && decision.why !== 'vetoed'))
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

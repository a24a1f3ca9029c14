/** Asks the policy at a cut of a running turn, and prepares what acting on the answer needs. */
import { decide, decisionInputs, isWorthNotes, type Observed } from '@rawr/policy'
import { headsUp, type PacketFacts, programHandoff } from '@rawr/prompts'
import type { Decision, DecisionInputs, RequestId, Verdict } from '@rawr/protocol'
import type { Evaluation } from './state.ts'

export type CutQuestion = {
  readonly decisionId: RequestId
  /** Its last message is one of this turn: what an earlier one said is no sign about this work. */
  readonly observed: Omit<Observed, 'at'>
  readonly facts: PacketFacts
  /** What the agent wants remembered, where it asked for this itself. */
  readonly note?: string | undefined
  readonly maxTailChars: number
  /** The person's own `heads-up.md`. */
  readonly headsUpTemplate: string
}

export type CutAnswer = { readonly inputs: DecisionInputs; readonly evaluation: Evaluation }

export const evaluateCut = (question: CutQuestion): CutAnswer =>
  answerFor(question, decisionInputs({ ...question.observed, at: 'mid_turn' }))

/** The same evaluation with the verdict that it waited for: what was seen then still counts. */
export const withVerdict = (question: CutQuestion, inputs: DecisionInputs, verdict: Verdict): CutAnswer =>
  answerFor(question, { ...inputs, verdict })

const answerFor = (question: CutQuestion, inputs: DecisionInputs): CutAnswer => {
  const decision = decide(inputs)
  return { inputs, evaluation: { decisionId: question.decisionId, decision, ...partsOf(question, inputs, decision) } }
}

type Parts = Omit<Evaluation, 'decisionId' | 'decision'>

const NOTHING: Parts = { packetAuthor: 'watcher', scratch: 'not_asked', headsUp: '', handoff: '' }

const partsOf = (
  { observed, facts, note, maxTailChars, headsUpTemplate }: CutQuestion,
  { usage, boundaries: seen }: DecisionInputs,
  decision: Decision,
): Parts => {
  if (decision.kind === 'leave') return NOTHING
  const { tier, boundaries } = decision
  const percentRemaining = usage.percent_remaining
  const { settings } = observed
  const mayWrite = settings.rawr_auto_compaction.scratch_write_enabled && settings.project_files
  const after = boundaries.length === 0 ? '' : `, after ${boundaries.join(', ')}`
  return {
    packetAuthor: tier === 'emergency' ? 'watcher' : 'agent',
    scratch: mayWrite && tier !== 'emergency' && isWorthNotes(seen) ? 'asked' : 'not_asked',
    headsUp: headsUp({ tier, percentRemaining, boundaries, template: headsUpTemplate }),
    handoff: programHandoff({
      facts,
      note,
      maxTailChars,
      why: `${percentRemaining} % of the context was left (${tier})${after}, and the turn went on`,
    }),
  }
}

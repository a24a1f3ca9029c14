/** Asks the policy what to do now, and prepares what acting on the answer needs: the heads-up and the packet. */
import {
  asksUser,
  decide,
  decisionInputs,
  expectedCost,
  explain,
  isWorthNotes,
  type PolicyFrontmatter,
} from '@rawr/policy'
import { fillContinuation, handoffBody, headsUp, PACKET_TAIL_CHARS, programHandoff } from '@rawr/prompts'
import type { ContextUsage, Decision, DecisionInputs, RequestId, Verdict } from '@rawr/protocol'
import type { Evaluation } from './state.ts'
import type { ThreadMemory } from './thread-memory.ts'

/** Where a watcher asks: at the end of a turn, before a message that is to be sent, or while nothing happens. */
export type WatchedAt = 'turn_end' | 'deferred' | 'idle'

export type Question = {
  readonly memory: ThreadMemory
  readonly at: WatchedAt
  readonly decisionId: RequestId
  /** Since the provider last read the conversation; absent or `null`: nobody here knows. */
  readonly idleMs?: number | null | undefined
  readonly frontmatter?: PolicyFrontmatter | undefined
  readonly howToCancel?: string | undefined
  /** How the judgment came out; absent: nobody was asked. */
  readonly verdict?: Verdict | undefined
}

export type Answer = { readonly inputs: DecisionInputs; readonly evaluation: Evaluation }

/** `null`: nothing is known of the pressure yet, so nothing is asked. */
export const evaluate = (question: Question): Answer | null => {
  const { usage } = question.memory
  if (usage === null) return null
  return answerOf(question, inputsOf(question, usage))
}

/** The same evaluation again, with the verdict that it waited for: what was seen then still counts. */
export const answerOf = (question: Question, seen: DecisionInputs): Answer => {
  const inputs = question.verdict === undefined ? seen : { ...seen, verdict: question.verdict }
  const decision = decide(inputs)
  const explanation = explain({ inputs, decision })
  return {
    inputs,
    evaluation: {
      decisionId: question.decisionId,
      decision,
      timing: timing(question.memory, inputs, decision),
      packetAuthor: packetAuthor(question.memory, decision),
      scratch: scratch(question.memory, inputs, decision),
      explanation,
      continues: continues(question.memory, inputs),
      ...texts(question, inputs, decision),
    },
  }
}

const inputsOf = ({ memory, at, frontmatter, idleMs = null }: Question, usage: ContextUsage): DecisionInputs =>
  decisionInputs({
    at,
    frontmatter,
    usage,
    settings: memory.settings,
    signals: memory.signals,
    lastAgentMessage: memory.facts.lastAgentMessage,
    rearmFrom: memory.attempts.rearmFrom,
    breaker: memory.attempts.breaker,
    busy: memory.attempts.running !== null,
    reviewMode: memory.isReviewing,
    modelAvailable: memory.isModelAvailable,
    cost: expectedCost({
      settings: memory.settings,
      usage,
      pace: memory.pace,
      idleMs,
      asksAgent: wantsAgent(memory),
    }),
  })

/** Put off only where the end of a turn is a required boundary and the watcher is the author that was asked for. */
const timing = (memory: ThreadMemory, { at, policy }: DecisionInputs, decision: Decision): Evaluation['timing'] => {
  // An idle thread is compacted while its prefix is still cheap to read, or not at all.
  if (decision.kind === 'leave' || decision.tier === 'emergency' || at === 'idle') return 'now'
  const requiresTurnEnd = policy[decision.tier].requires_any_boundary.includes('turn_complete')
  return requiresTurnEnd && memory.settings.rawr_auto_compaction.packet_author === 'watcher' ? 'next_message' : 'now'
}

/** Only behind the end of a turn, with a plan that is not done and an agent that waits for no answer. */
const continues = ({ settings, facts }: ThreadMemory, { at }: DecisionInputs): boolean =>
  settings.rawr_auto_compaction.continue_after_compaction &&
  at === 'turn_end' &&
  facts.plan.some(({ status }) => status !== 'completed') &&
  !asksUser(facts.lastAgentMessage ?? '')

const wantsAgent = ({ settings, isModelAvailable, prompts }: ThreadMemory): boolean =>
  settings.rawr_auto_compaction.packet_author === 'agent' && isModelAvailable && prompts !== null

/** In emergency there may be no room for an answer, without a model nobody gives one, without prompts nobody is asked. */
const packetAuthor = (memory: ThreadMemory, decision: Decision): Evaluation['packetAuthor'] => {
  return wantsAgent(memory) && decision.kind !== 'leave' && decision.tier !== 'emergency' ? 'agent' : 'watcher'
}

const scratch = (memory: ThreadMemory, inputs: DecisionInputs, decision: Decision): Evaluation['scratch'] => {
  const { scratch_write_enabled } = memory.settings.rawr_auto_compaction
  const canWrite = scratch_write_enabled && memory.settings.project_files && memory.isModelAvailable
  // A core that cannot keep its agent to the one file announces no prompt for it.
  if (!canWrite || memory.prompts === null || memory.prompts.scratch === '' || inputs.at === 'deferred')
    return 'not_asked'
  if (decision.kind === 'leave' || decision.tier === 'emergency') return 'not_asked'
  return isWorthNotes(inputs.boundaries) ? 'asked' : 'not_asked'
}

const texts = (
  { memory, howToCancel }: Question,
  { usage }: DecisionInputs,
  decision: Decision,
): Pick<Evaluation, 'headsUp' | 'handoff'> => {
  if (decision.kind === 'leave') return { headsUp: '', handoff: '' }
  const { tier, boundaries } = decision
  const percentRemaining = usage.percent_remaining
  const seen = boundaries.length === 0 ? '' : `, after ${boundaries.join(', ')}`
  const handoff = programHandoff({
    facts: memory.facts,
    maxTailChars: memory.prompts?.max_tail_chars ?? PACKET_TAIL_CHARS,
    why: `${percentRemaining} % of the context was left (${tier})${seen}`,
  })
  return {
    headsUp: headsUp({ tier, percentRemaining, boundaries, howToCancel, template: memory.prompts?.heads_up }),
    handoff,
  }
}

/** The agent's answer to the packet prompt as a handoff; `null` where it said nothing. */
export const agentPacket = ({ promptAnswer, facts, prompts }: ThreadMemory): string | null => {
  if (promptAnswer === null || promptAnswer.trim() === '') return null
  const maxTailChars = prompts?.max_tail_chars ?? PACKET_TAIL_CHARS
  const packet = fillContinuation({ packet: promptAnswer, lastAgentMessage: facts.lastAgentMessage, maxTailChars })
  return handoffBody({ packet, scratchFile: facts.scratchFile ?? undefined })
}

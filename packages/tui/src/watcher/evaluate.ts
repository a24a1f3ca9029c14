/** Asks the policy what to do now, and prepares what acting on the answer needs: the heads-up and the packet. */
import { boundariesOf, decide, effectivePolicy, explain, isOpen, type PolicyFrontmatter } from '@rawr/policy'
import { headsUp, PACKET_TAIL_CHARS, watcherPacket } from '@rawr/prompts'
import type { ContextUsage, Decision, DecisionInputs, RequestId } from '@rawr/protocol'
import type { Evaluation } from './state.ts'
import type { ThreadMemory } from './thread-memory.ts'

export type Question = {
  readonly memory: ThreadMemory
  readonly at: 'turn_end' | 'deferred'
  readonly decisionId: RequestId
  readonly frontmatter?: PolicyFrontmatter | undefined
  readonly howToCancel?: string | undefined
}

export type Answer = { readonly inputs: DecisionInputs; readonly evaluation: Evaluation }

/** `null`: nothing is known of the pressure yet, so nothing is asked. */
export const evaluate = (question: Question): Answer | null => {
  const { usage } = question.memory
  if (usage === null) return null
  const inputs = inputsOf(question, usage)
  const decision = decide(inputs)
  const explanation = explain({ inputs, decision })
  return {
    inputs,
    evaluation: {
      decisionId: question.decisionId,
      decision,
      timing: timing(question.memory, inputs, decision),
      packetAuthor: packetAuthor(question.memory, decision),
      explanation,
      ...texts(question, inputs, decision),
    },
  }
}

const inputsOf = ({ memory, at, frontmatter }: Question, usage: ContextUsage): DecisionInputs => {
  const { settings, signals, attempts } = memory
  const rawr = settings.rawr_auto_compaction
  const { boundaries, semanticBreak } = boundariesOf(signals, {
    lastAgentMessage: memory.lastAgentMessage,
    phrases: rawr.semantic_signals,
  })
  return {
    feature_on: isOn(memory),
    mode: rawr.mode,
    at,
    usage,
    policy: effectivePolicy({ settings: rawr, frontmatter }),
    boundaries,
    semantic_break: semanticBreak,
    tokens_since_rearm: attempts.rearmFrom === null ? null : Math.max(0, usage.used_tokens - attempts.rearmFrom),
    breaker_open: isOpen(attempts.breaker, { usedTokens: usage.used_tokens, windowTokens: usage.window_tokens }),
    busy: attempts.running !== null,
    review_mode: false,
    model_available: memory.isModelAvailable,
  }
}

/** With compaction itself off, no automatic path runs. */
const isOn = ({ settings: { features, compact } }: ThreadMemory): boolean =>
  features.rawr_auto_compaction && compact.enabled && compact.auto_compact_enabled

/** Put off only where the end of a turn is a required boundary and the watcher is the author that was asked for. */
const timing = (memory: ThreadMemory, { policy }: DecisionInputs, decision: Decision): Evaluation['timing'] => {
  if (decision.kind === 'leave' || decision.tier === 'emergency') return 'now'
  const requiresTurnEnd = policy[decision.tier].requires_any_boundary.includes('turn_complete')
  return requiresTurnEnd && memory.settings.rawr_auto_compaction.packet_author === 'watcher' ? 'next_message' : 'now'
}

/** In emergency and without a model the watcher is the author anyway, and nothing is worth a notice. */
const packetAuthor = (memory: ThreadMemory, decision: Decision): Evaluation['packetAuthor'] => {
  const wantsAgent = memory.settings.rawr_auto_compaction.packet_author === 'agent' && memory.isModelAvailable
  return wantsAgent && decision.kind !== 'leave' && decision.tier !== 'emergency'
    ? 'watcher_instead_of_agent'
    : 'as_configured'
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
  // Core fences it: what a client sends is text, and never more.
  const handoff = watcherPacket({
    goal: memory.goal,
    userRequests: memory.requests,
    planSteps: memory.plan,
    lastAgentMessage: memory.lastAgentMessage,
    maxTailChars: PACKET_TAIL_CHARS,
    why: `${percentRemaining} % of the context was left (${tier})${seen}`,
  })
  return {
    headsUp: headsUp({ tier, percentRemaining, boundaries, howToCancel }),
    handoff,
  }
}

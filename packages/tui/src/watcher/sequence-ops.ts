/** The ops of a sequence that are made from what the thread told: the question to the judge, and the prompts. */
import { decide } from '@rawr/policy'
import { continuationPrompt, packetPrompt } from '@rawr/prompts'
import type { DecisionInputs, Op, RequestId, SequenceId } from '@rawr/protocol'
import type { WatcherEffect } from './state.ts'
import type { ThreadMemory } from './thread-memory.ts'

/** `null` where the inputs ask for no judgment. */
export const judgmentOp = (request_id: RequestId, inputs: DecisionInputs, memory: ThreadMemory): Op | null => {
  const decision = decide(inputs)
  if (decision.kind !== 'judge') return null
  return {
    type: 'rawr_auto_compaction_judgment',
    request_id,
    tier: decision.tier,
    percent_remaining: inputs.usage.percent_remaining,
    boundaries_present: [...inputs.boundaries],
    last_agent_message: memory.facts.lastAgentMessage,
    decision_prompt_path: decision.prompt,
  }
}

type SubmitPrompt = Extract<WatcherEffect, { type: 'submit_prompt' }>

/** `null` where core announced no prompts; then nobody plans to ask. */
export const promptOp = ({ asks, sequenceId }: SubmitPrompt, { prompts }: ThreadMemory): Op | null => {
  if (prompts === null) return null
  const text =
    asks === 'scratch' ? prompts.scratch : packetPrompt({ prompts, scratch: asks === 'packet' ? 'not_asked' : 'asked' })
  return {
    type: 'user_turn',
    items: [{ type: 'text', text }],
    origin: asks === 'scratch' ? 'scratch_prompt' : 'packet_prompt',
    sequence_id: sequenceId,
    ...(asks === 'packet' ? {} : { writes_scratch: true }),
  }
}

/** The program's words, never the user's: core puts the handoff in front of them. */
export const continuationOp = (sequence_id: SequenceId): Op => ({
  type: 'user_turn',
  items: [{ type: 'text', text: continuationPrompt }],
  origin: 'continuation',
  sequence_id,
})

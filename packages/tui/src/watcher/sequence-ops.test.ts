import { contextUsage, effectivePolicy } from '@rawr/policy'
import { noPacketFacts } from '@rawr/prompts'
import { DEFAULT_SETTINGS, type DecisionInputs, RequestId, SequenceId, SubmissionId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { judgmentOp, promptOp } from './sequence-ops.ts'
import { JUDGED_ASAP, PROMPTS } from './testing/open-thread.ts'
import { emptyMemory } from './thread-memory.ts'

const requestId = RequestId.parse('d1')

const inputs: DecisionInputs = {
  feature_on: true,
  mode: 'auto',
  at: 'turn_end',
  usage: contextUsage({ windowTokens: 100_000, usedTokens: 40_000, floorTokens: 2_000, source: 'reported' }),
  policy: effectivePolicy({ settings: { ...DEFAULT_SETTINGS.rawr_auto_compaction, ...JUDGED_ASAP } }),
  boundaries: ['commit'],
  semantic_break: false,
  tokens_since_rearm: null,
  breaker_open: false,
  busy: false,
  review_mode: false,
  model_available: true,
}

test('the question to the judge is the decision’s own, with the agent’s last words', () => {
  const facts = { ...noPacketFacts, lastAgentMessage: 'The parser is there.' }
  const memory = { ...emptyMemory(), facts }
  expect(judgmentOp(requestId, inputs, memory)).toEqual({
    type: 'rawr_auto_compaction_judgment',
    request_id: 'd1',
    tier: 'asap',
    percent_remaining: inputs.usage.percent_remaining,
    boundaries_present: ['commit'],
    last_agent_message: 'The parser is there.',
    decision_prompt_path: 'judgment.md',
  })
})

test('where the policy asks nobody, or has its verdict, there is no question', () => {
  expect(judgmentOp(requestId, { ...inputs, boundaries: [] }, emptyMemory())).toBe(null)
  expect(judgmentOp(requestId, { ...inputs, model_available: false }, emptyMemory())).toBe(null)
  expect(judgmentOp(requestId, { ...inputs, verdict: 'approved' }, emptyMemory())).toBe(null)
})

const sequence = { sequenceId: SequenceId.parse('s1'), submissionId: SubmissionId.parse('u1') }
const prompts = { ...PROMPTS, scratch: 'Save your notes.' }

test.each([
  ['packet', { origin: 'packet_prompt', text: 'Write the packet.', writes: undefined }],
  ['scratch', { origin: 'scratch_prompt', text: 'Save your notes.', writes: true }],
  [
    'scratch_and_packet',
    { origin: 'packet_prompt', text: 'Save your notes.\n\nThen, as your answer:\n\nWrite the packet.', writes: true },
  ],
] as const)('the prompt for %s says what it asks, and whether it may write', (asks, { origin, text, writes }) => {
  expect(promptOp({ type: 'submit_prompt', asks, ...sequence }, { ...emptyMemory(), prompts })).toEqual({
    type: 'user_turn',
    items: [{ type: 'text', text }],
    origin,
    sequence_id: 's1',
    ...(writes === undefined ? {} : { writes_scratch: writes }),
  })
})

test('without announced prompts nobody is asked', () => {
  expect(promptOp({ type: 'submit_prompt', asks: 'packet', ...sequence }, emptyMemory())).toBe(null)
})

import { RequestId, SequenceId, SubmissionId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { begin, compact } from './sequence-start.ts'
import { COMPACTION_DEADLINE_MS, type Evaluation, PROMPT_SILENCE_MS } from './state.ts'

const decisionId = RequestId.parse('d1')
const next = { sequenceId: SequenceId.parse('s1'), submissionId: SubmissionId.parse('u1') }

const evaluation: Evaluation = {
  decisionId,
  decision: { kind: 'compact', trigger: 'auto_watcher', tier: 'ready', boundaries: ['commit'] },
  timing: 'now',
  packetAuthor: 'agent',
  scratch: 'asked',
  continues: false,
  explanation: 'why',
  headsUp: 'Compacting.',
  handoff: 'handoff',
}

test('before anybody is asked the decision is reported, the person told and the messages held', () => {
  const ended = { type: 'turn_completed', submissionId: null, evaluation, packet: null, at: 5, next } as const
  const { state, effects } = begin(ended, evaluation)
  expect(state).toMatchObject({ name: 'awaiting_packet', deadline: 5 + PROMPT_SILENCE_MS })
  expect(effects.map(({ type }) => type)).toEqual(['report_decision', 'notify', 'hold_input', 'submit_prompt'])
  // The hold outlives the prompt by a whole compaction.
  expect(effects[2]).toMatchObject({ deadline: 5 + PROMPT_SILENCE_MS + COMPACTION_DEADLINE_MS })
})

test('with a message waiting nobody is asked: the watcher’s own packet serves', () => {
  const { state, effects } = begin({ type: 'user_message_ready', evaluation, at: 5, next }, evaluation)
  expect(state).toMatchObject({ name: 'compacting', packetAuthor: 'watcher', handoff: 'handoff' })
  expect(effects.map(({ type }) => type)).toEqual(['report_decision', 'notify', 'hold_input', 'submit_compact'])
})

test('a compaction holds the messages for its own time, counted from its start', () => {
  const { state, effects } = compact({
    continues: false,
    ...next,
    decisionId,
    handoff: 'h',
    at: 7,
    packetAuthor: 'agent',
  })
  const deadline = 7 + COMPACTION_DEADLINE_MS
  expect(state).toMatchObject({ name: 'compacting', deadline })
  expect(effects).toEqual([
    { type: 'hold_input', sequenceId: 's1', deadline },
    { type: 'submit_compact', submissionId: 'u1', decisionId, packetAuthor: 'agent' },
  ])
})

import { RequestId, SequenceId, SubmissionId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { type Holding, whileInSequence } from './sequence.ts'
import { PROMPT_SILENCE_MS } from './state.ts'

const own = SubmissionId.parse('own')
const next = { sequenceId: SequenceId.parse('s2'), submissionId: SubmissionId.parse('u2') }

const writing: Holding = {
  name: 'awaiting_packet',
  continues: false,
  sequenceId: SequenceId.parse('s1'),
  submissionId: own,
  decisionId: RequestId.parse('d1'),
  deadline: 10,
  handoff: 'the watcher’s',
}

const ended = (packet: string | null, submissionId = own) =>
  ({ type: 'turn_completed', submissionId, evaluation: null, packet, at: 3, next }) as const

test('the agent’s packet takes the place of the watcher’s, and the sequence keeps its id', () => {
  const { state } = whileInSequence(writing, ended('the agent’s'))
  expect(state).toMatchObject({ name: 'compacting', handoff: 'the agent’s', packetAuthor: 'agent', sequenceId: 's1' })
  expect(whileInSequence(writing, ended(null)).state).toMatchObject({
    handoff: 'the watcher’s',
    packetAuthor: 'watcher',
  })
})

test('somebody else’s end is none of its own', () => {
  expect(whileInSequence(writing, ended('other', SubmissionId.parse('foreign')))).toEqual({
    state: writing,
    effects: [],
  })
})

test('a sign of life puts the end of a prompt off, and no compaction’s', () => {
  const alive = { type: 'progressed', submissionId: own, at: 8 } as const
  expect(whileInSequence(writing, alive).state).toMatchObject({ deadline: 8 + PROMPT_SILENCE_MS })
  const compacting: Holding = { ...writing, name: 'compacting', packetAuthor: 'watcher' }
  expect(whileInSequence(compacting, alive).state).toBe(compacting)
})

test('a compaction of somebody else, while a prompt is answered, leaves nothing to compact for', () => {
  const { state, effects } = whileInSequence(writing, { type: 'history_replaced', submissionId: null })
  expect(state).toEqual({ name: 'idle' })
  expect(effects.map(({ type }) => type)).toEqual(['notify', 'release_input', 'report_decision'])
  expect(effects).toContainEqual({ type: 'release_input', sequenceId: 's1', handoff: null })
})

test('a lost driver sends nothing: core has released the messages', () => {
  expect(whileInSequence(writing, { type: 'driver_lost' })).toEqual({ state: { name: 'idle' }, effects: [] })
})

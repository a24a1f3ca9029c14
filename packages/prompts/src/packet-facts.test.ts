import { CallId, type EventMsg, ItemId, SubmissionId, TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { foldPacketFacts, noPacketFacts, programHandoff } from './packet-facts.ts'

const turn_id = TurnId.parse('tn_1')
const item_id = ItemId.parse('i1')
const FILE = '.scratch/agent-oak.scratch.md'

const started: EventMsg = { type: 'turn_started', turn_id, origin: 'user' }
const said = (text: string, origin: 'user' | 'packet_prompt' = 'user'): EventMsg => ({
  type: 'user_message',
  item_id,
  submission_id: SubmissionId.parse('s1'),
  text,
  origin,
})
const answered = (text: string): EventMsg => ({ type: 'agent_message', item_id, text })
const plan: EventMsg = { type: 'plan_update', turn_id, plan: [{ step: 'Read', status: 'completed' }] }
const patched = (success: boolean): EventMsg => ({
  type: 'patch_apply_end',
  call_id: CallId.parse('c1'),
  turn_id,
  paths: [`/home/ada/${FILE}`],
  success,
  message: '',
})

const after = (...events: readonly EventMsg[]) =>
  events.reduce((facts, event) => foldPacketFacts(facts, event, FILE), noPacketFacts)

test('goal, requests, plan and last words are those of the work', () =>
  expect(after(started, said('Build it'), plan, answered('Built.'), started, said('Test it'))).toEqual({
    goal: 'Build it',
    requests: ['Build it', 'Test it'],
    plan: [{ step: 'Read', status: 'completed' }],
    lastAgentMessage: 'Built.',
    scratchFile: null,
    turn: 'work',
  }))

test('a prompt of the program is no request, and its answer no word about the work', () =>
  expect(
    after(started, said('Build it'), answered('Built.'), started, said('Pack', 'packet_prompt'), answered('## Goal')),
  ).toMatchObject({ requests: ['Build it'], lastAgentMessage: 'Built.' }))

test('notes are named in the handoff once they are written', () => {
  const handoff = (...events: readonly EventMsg[]) =>
    programHandoff({ facts: after(started, said('Build it'), ...events), maxTailChars: 100, why: '12 % was left' })
  expect(handoff(patched(false))).not.toContain(FILE)
  expect(handoff(patched(true))).toContain(`Scratchpad: \`${FILE}\``)
})

import { expect, test } from 'vitest'
import {
  commits,
  compactions,
  decided,
  FILLING,
  handoffIn,
  kinds,
  open,
  PACKET,
  reading,
  settingsWith,
  textOf,
} from '../testing/filling-turn.ts'
import { usage } from '../testing/scripted-model.ts'

const ORDER = ['context', 'boundary', 'summary', 'user', 'handoff', 'assistant', 'tool', 'assistant', 'tool']

test('in the middle of a turn the agent writes its packet, the history is compacted, and the handoff is read next', async () => {
  const bench = open([...FILLING, { text: PACKET }, { text: 'All read.' }])
  await bench.say('s1', 'Read the log.')
  const end = await bench.ended('s1')
  expect(end.msg).toMatchObject({ type: 'turn_complete', last_agent_message: 'All read.' })
  const [, , beforeCut, asksPacket, after] = bench.model.requests
  // The packet is asked for beside the conversation: the same prefix, one prompt behind it, no tool run.
  expect(asksPacket).toMatchObject({ toolChoice: 'none', tools: beforeCut?.tools })
  expect(textOf(asksPacket?.items.at(-1))).toContain('continuation packet')
  // In front of what was done last, and behind everything that stands for the past.
  expect(kinds(after?.items ?? [])).toEqual(ORDER)
  expect(handoffIn(after?.items)).toContain('## Goal\nThe log.')
  const [compacted] = compactions(bench)
  expect(compacted).toMatchObject({
    trigger: 'mid_turn',
    attribution: { tier: 'asap', boundaries: ['commit'], packet_author: 'agent' },
  })
  const record = decided(bench).find(({ id }) => id === compacted?.attribution?.decision_id)
  expect(record).toMatchObject({ actor: 'mid_turn', decision: { kind: 'compact', trigger: 'mid_turn' } })
  expect(bench.events.map(({ msg }) => msg.type)).toContain('compaction_heads_up')
})

test('the handoff arrives before what the user said meanwhile is read', async () => {
  const gate = Promise.withResolvers<void>()
  const bench = open([...FILLING, { text: PACKET, after: gate.promise }, { text: 'Both done.' }])
  await bench.say('s1', 'Read the log.')
  await bench.until(({ msg }) => msg.type === 'compaction_heads_up')
  await bench.submit('s2', { type: 'user_input', items: [{ type: 'text', text: 'And count the ships.' }] })
  gate.resolve()
  await bench.ended('s1')
  expect(kinds(bench.model.requests.at(-1)?.items ?? [])).toEqual([...ORDER, 'user'])
})

test('without growth there is no second one, and what is left alone is on record once', async () => {
  const bench = open([...FILLING, { text: PACKET }, commits, commits, { text: 'All read.' }])
  await bench.say('s1', 'Read the log.')
  await bench.ended('s1')
  expect(compactions(bench)).toHaveLength(1)
  const after = decided(bench).slice(-1)
  expect(after).toMatchObject([{ decision: { kind: 'leave' }, outcome: 'left' }])
})

const judging = settingsWith({
  policy: { early: {}, ready: {}, asap: { decision_prompt_path: 'judgment.md' }, emergency: {} },
})

test('a veto leaves the turn alone, counts as an attempt, and is explained', async () => {
  const veto = { text: '{"should_compact": false, "reason": "in the middle of a hunt"}', usage: usage(100, 10) }
  const bench = open([...FILLING, veto, commits, { text: 'All read.' }], { settings: judging })
  await bench.say('s1', 'Read the log.')
  await bench.ended('s1')
  expect(compactions(bench)).toEqual([])
  expect(decided(bench).map(({ decision, outcome }) => [decision.kind, outcome])).toContainEqual(['leave', 'vetoed'])
  // It was asked once; the next commit came without growth.
  expect(bench.model.requests.filter(({ outputSchema }) => outputSchema !== undefined)).toHaveLength(1)
})

test('a judgment that approves goes on to the packet; one that fails does so in asap', async () => {
  for (const answer of [{ text: '```json\n{"should_compact": true, "reason": "done"}\n```' }, { text: 'hm' }]) {
    const bench = open([...FILLING, answer, { text: PACKET }, { text: 'All read.' }], { settings: judging })
    await bench.say('s1', 'Read the log.')
    await bench.ended('s1')
    expect(compactions(bench)).toMatchObject([{ trigger: 'mid_turn' }])
  }
})

test('emergency needs no model call, and no boundary', async () => {
  const bench = open([reading(700), reading(20_500), reading(40_500), reading(60_500), { text: 'All read.' }])
  await bench.say('s1', 'Read the log.')
  await bench.ended('s1')
  expect(compactions(bench)).toMatchObject([
    { trigger: 'mid_turn', attribution: { tier: 'emergency', boundaries: [], packet_author: 'watcher' } },
  ])
  expect(bench.model.requests).toHaveLength(5)
})

test('Esc in the packet ends the turn with the history as it was', async () => {
  const bench = open([...FILLING, { text: PACKET, hangAfter: '## Goal' }])
  await bench.say('s1', 'Read the log.')
  await bench.until(({ msg }) => msg.type === 'compaction_heads_up')
  await bench.submit('s2', { type: 'interrupt' })
  expect((await bench.ended('s1')).msg).toMatchObject({ type: 'turn_aborted', reason: 'interrupted' })
  expect(compactions(bench)).toEqual([])
  expect(decided(bench).at(-1)).toMatchObject({ outcome: 'cancelled' })
})

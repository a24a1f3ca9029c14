import { contextUsage } from '@rawr/policy'
import { noPacketFacts } from '@rawr/prompts'
import { DEFAULT_SETTINGS, RequestId, type Settings } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'
import { emptyMemory, type ThreadMemory } from './thread-memory.ts'

const decisionId = RequestId.parse('d1')

const memoryWith = (change: Partial<ThreadMemory> = {}): ThreadMemory => ({
  ...emptyMemory(),
  isModelAvailable: true,
  usage: contextUsage({ windowTokens: 100_000, usedTokens: 40_000, floorTokens: 2_000, source: 'reported' }),
  signals: { seen: ['commit'], completedSteps: 0, usedTools: true, turn: 'work' },
  facts: {
    ...noPacketFacts,
    goal: 'Add a parser',
    requests: ['Add a parser'],
    lastAgentMessage: 'The parser is there.',
  },
  ...change,
})

const settingsWith = (change: Partial<Settings['rawr_auto_compaction']>): Settings => ({
  ...DEFAULT_SETTINGS,
  rawr_auto_compaction: { ...DEFAULT_SETTINGS.rawr_auto_compaction, ...change },
})

const ask = (change: Partial<ThreadMemory> = {}) => evaluate({ memory: memoryWith(change), at: 'turn_end', decisionId })

test('without a figure nothing is asked', () => {
  expect(ask({ usage: null })).toBe(null)
})

test('the inputs are what was seen, and the answer carries its texts', () => {
  const answer = ask()
  expect(answer?.inputs).toMatchObject({
    feature_on: true,
    at: 'turn_end',
    boundaries: ['commit', 'agent_done'],
    tokens_since_rearm: null,
    breaker_open: false,
    busy: false,
  })
  expect(answer?.evaluation).toMatchObject({
    decision: { kind: 'compact', tier: 'asap' },
    timing: 'now',
    headsUp:
      'Compacting the conversation: 56 % of the context left (asap), after a commit, the agent saying it is done.',
  })
})

test('the feature is off when its flag or compaction is', () => {
  const off: readonly Settings[] = [
    { ...DEFAULT_SETTINGS, features: { ...DEFAULT_SETTINGS.features, rawr_auto_compaction: false } },
    { ...DEFAULT_SETTINGS, compact: { ...DEFAULT_SETTINGS.compact, enabled: false } },
    { ...DEFAULT_SETTINGS, compact: { ...DEFAULT_SETTINGS.compact, auto_compact_enabled: false } },
  ]
  for (const settings of off)
    expect(ask({ settings })?.evaluation.decision).toEqual({ kind: 'leave', why: 'feature_off' })
})

test('a running compaction is no time to ask for another', () => {
  const attempts = { ...memoryWith().attempts, running: { trigger: 'hard_limit', before: 40_000 } } as const
  expect(ask({ attempts })?.evaluation.decision).toEqual({ kind: 'leave', why: 'busy' })
})

test('only a watcher that was asked to write puts a compaction off, and emergency never waits', () => {
  const requiresTurnEnd = { requires_any_boundary: ['turn_complete' as const] }
  const policy = { early: {}, ready: {}, asap: requiresTurnEnd, emergency: requiresTurnEnd }
  const usage = contextUsage({ windowTokens: 100_000, usedTokens: 85_000, floorTokens: 2_000, source: 'reported' })
  const rows = [
    { memory: { settings: settingsWith({ policy, packet_author: 'watcher' }) }, timing: 'next_message' },
    { memory: { settings: settingsWith({ policy, packet_author: 'agent' }) }, timing: 'now' },
    { memory: { settings: settingsWith({ policy, packet_author: 'watcher' }), usage }, timing: 'now' },
  ]
  for (const { memory, timing } of rows) expect(ask(memory)?.evaluation.timing).toBe(timing)
})

test('the agent writes the packet where it is asked to, can be asked, and there is room for its answer', () => {
  const usage = contextUsage({ windowTokens: 100_000, usedTokens: 85_000, floorTokens: 2_000, source: 'reported' })
  const prompts = { packet: 'p', scratch: '', heads_up: 'h', max_tail_chars: 9, scratch_file: 'f' }
  const author = (change: Parameters<typeof ask>[0]) => ask({ prompts, ...change })?.evaluation.packetAuthor
  expect(author({})).toBe('agent')
  expect(author({ usage })).toBe('watcher')
  expect(author({ isModelAvailable: false })).toBe('watcher')
  expect(author({ prompts: null })).toBe('watcher')
  expect(author({ settings: settingsWith({ packet_author: 'watcher' }) })).toBe('watcher')
})

import { DEFAULT_SETTINGS, type Settings } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { emptyBreaker } from './breaker.ts'
import { contextUsage } from './context-pressure.ts'
import { decisionInputs, isWorthNotes, type Observed } from './decision-inputs.ts'

const observed = (change: Partial<Observed> = {}): Observed => ({
  at: 'mid_turn',
  settings: DEFAULT_SETTINGS,
  usage: contextUsage({ windowTokens: 100_000, usedTokens: 40_000, floorTokens: 2_000, source: 'reported' }),
  signals: { seen: ['commit'], completedSteps: 0, usedTools: true, turn: 'work' },
  lastAgentMessage: 'All tests pass. I am done.',
  rearmFrom: null,
  breaker: emptyBreaker,
  busy: false,
  reviewMode: false,
  modelAvailable: true,
  ...change,
})

test('what was seen and what was said are one list, and growth is counted from the last attempt', () => {
  expect(decisionInputs(observed({ rearmFrom: 30_000 }))).toMatchObject({
    feature_on: true,
    at: 'mid_turn',
    boundaries: ['commit', 'agent_done'],
    semantic_break: true,
    tokens_since_rearm: 10_000,
    breaker_open: false,
  })
  expect(decisionInputs(observed({ rearmFrom: 50_000 })).tokens_since_rearm).toBe(0)
})

test('an open breaker is one that opened less than a tenth of the window ago', () => {
  const breaker = { failures: 3, futile: 0, openedAtTokens: 35_000 }
  expect(decisionInputs(observed({ breaker })).breaker_open).toBe(true)
  expect(decisionInputs(observed({ breaker: { ...breaker, openedAtTokens: 30_000 } })).breaker_open).toBe(false)
})

test.each<[string, Settings]>([
  ['the flag', { ...DEFAULT_SETTINGS, features: { ...DEFAULT_SETTINGS.features, rawr_auto_compaction: false } }],
  ['compact.enabled', { ...DEFAULT_SETTINGS, compact: { ...DEFAULT_SETTINGS.compact, enabled: false } }],
  [
    'compact.auto_compact_enabled',
    { ...DEFAULT_SETTINGS, compact: { ...DEFAULT_SETTINGS.compact, auto_compact_enabled: false } },
  ],
])('%s alone switches it off', (_name, settings) =>
  expect(decisionInputs(observed({ settings })).feature_on).toBe(false),
)

test('notes are worth writing after work, not after a change of topic', () => {
  expect([isWorthNotes(['topic_shift', 'agent_done']), isWorthNotes(['topic_shift', 'concluding_thought'])]).toEqual([
    true,
    false,
  ])
})

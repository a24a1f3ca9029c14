import { DEFAULT_SETTINGS, type DecisionInputs } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { contextUsage } from './context-pressure.ts'
import { decide } from './decide.ts'
import { effectivePolicy } from './effective-policy.ts'
import { explain } from './explain.ts'

const check = (change: Partial<DecisionInputs>, tokens: { used: number; floor: number }, expected: string) => {
  const inputs: DecisionInputs = {
    feature_on: true,
    mode: 'auto',
    at: 'turn_end',
    usage: contextUsage({
      windowTokens: 200_000,
      usedTokens: tokens.used,
      floorTokens: tokens.floor,
      source: 'reported',
    }),
    policy: effectivePolicy({ settings: DEFAULT_SETTINGS.rawr_auto_compaction }),
    boundaries: [],
    semantic_break: false,
    tokens_since_rearm: null,
    breaker_open: false,
    busy: false,
    review_mode: false,
    model_available: true,
    ...change,
  }
  expect(explain({ inputs, decision: decide(inputs) })).toBe(expected)
}

test('a decision says the pressure, the tier and the gate', () => {
  check({ feature_on: false }, { used: 0, floor: 0 }, 'Left alone at 100 % left: automatic compaction is switched off.')
  check({}, { used: 10_000, floor: 0 }, 'Left alone at 94 % left: no tier begins before 85 %.')
  check(
    {},
    { used: 48_000, floor: 40_000 },
    'Left alone at 74 % left: only 8k tokens could be freed, less than a tenth of the window.',
  )
  check(
    {},
    { used: 150_000, floor: 120_000 },
    'Left alone at 21 % left: instructions, tools and pins hold 120k of 190k tokens, more than a compaction can help.',
  )
  check(
    { boundaries: ['agent_done'], semantic_break: true },
    { used: 60_000, floor: 0 },
    'Left alone at 68 % left (ready): the tier waits for one of commit, pr_checkpoint, plan_checkpoint, plan_update, topic_shift; seen: agent_done.',
  )
  check(
    { tokens_since_rearm: 12 },
    { used: 60_000, floor: 0 },
    'Left alone at 68 % left (ready): grown by 12 tokens since the last attempt, 4k are needed.',
  )
  check({ boundaries: ['commit'] }, { used: 60_000, floor: 0 }, 'Compacting at 68 % left (ready): after commit.')
  check({}, { used: 180_000, floor: 0 }, 'Compacting at 5 % left (emergency): emergency asks for no boundary.')
})

test('a judgment names its prompt', () => {
  const policy = effectivePolicy({
    settings: {
      ...DEFAULT_SETTINGS.rawr_auto_compaction,
      policy: { early: {}, ready: { decision_prompt_path: 'ask.md' }, asap: {}, emergency: {} },
    },
  })
  check(
    { policy, boundaries: ['commit'] },
    { used: 60_000, floor: 0 },
    'Asking ask.md at 68 % left (ready), after commit.',
  )
})

test('limits, wishes, verdicts and costs have their own words', () => {
  const full = { used: 180_000, floor: 0 }
  check(
    { limit: 'hard_limit', at: 'limit' },
    full,
    'Compacting at 5 % left (emergency): the next request would not fit the window.',
  )
  check(
    { agent_request: true, at: 'mid_turn' },
    { used: 60_000, floor: 0 },
    'Compacting at 68 % left (ready): the agent asked for it.',
  )
  check(
    { boundaries: ['commit'], verdict: 'approved' },
    { used: 60_000, floor: 0 },
    'Compacting at 68 % left (ready): after commit; the judgment approved.',
  )
  check(
    { boundaries: ['commit'], verdict: 'vetoed' },
    { used: 60_000, floor: 0 },
    'Left alone at 68 % left (ready): the judgment said no.',
  )
  const cost = { expected_calls: 16, saved_tokens: 500, one_off_tokens: 9_000, cache: 'warm', gate: true } as const
  check(
    { boundaries: ['commit'], cost },
    { used: 60_000, floor: 0 },
    'Left alone at 68 % left (ready): about 16 requests would each save 500 cached tokens, which is less than the 9k it costs at once.',
  )
})

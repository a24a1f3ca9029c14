import { DEFAULT_SETTINGS, type EventMsg, ItemId, SubmissionId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { contextUsage } from './context-pressure.ts'
import { expectedCost, foldPace, noPace, viewTokens } from './pace.ts'

const usage = contextUsage({ windowTokens: 100_000, usedTokens: 60_000, floorTokens: 2_000, source: 'reported' })
const spent = { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1, reasoning_output_tokens: 0, total_tokens: 2 }
const counted: EventMsg = { type: 'token_count', usage, last: spent, total: spent }
const said = (origin: 'user' | 'packet_prompt'): EventMsg => ({
  type: 'user_message',
  item_id: ItemId.parse('i1'),
  submission_id: SubmissionId.parse('s1'),
  text: 'Go on',
  origin,
})

test('calls are answers that were counted, turns are words of the user', () =>
  expect(
    [
      said('user'),
      counted,
      counted,
      { type: 'token_count', usage, total: spent } as const,
      said('packet_prompt'),
    ].reduce(foldPace, noPace),
  ).toEqual({ calls: 2, turns: 1 }))

test('a budget of the settings is what is left, else a quarter of the window up to 8,000', () => {
  const { compact } = DEFAULT_SETTINGS
  expect([viewTokens(compact, usage), viewTokens({ ...compact, budget_tokens: 3_000 }, usage)]).toEqual([8_000, 3_000])
})

test('what is expected: the room above the view, on the requests of two turns as this thread makes them', () => {
  const pace = { calls: 30, turns: 3 }
  const cost = expectedCost({ settings: DEFAULT_SETTINGS, usage, pace, idleMs: 1_000, asksAgent: false })
  expect(cost).toMatchObject({ expected_calls: 20, saved_tokens: 50_000, cache: 'warm', gate: false })
  const asked = expectedCost({ settings: DEFAULT_SETTINGS, usage, pace, idleMs: null, asksAgent: true })
  expect(asked.cache).toBe('cold')
  expect(asked.one_off_tokens).toBeGreaterThan(cost.one_off_tokens)
})

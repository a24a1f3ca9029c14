import { DEFAULT_SETTINGS } from '@rawr/protocol'
import { expect, test } from 'vitest'
import type { Gauge } from './limits.ts'
import { emptyLedger } from './usage-ledger.ts'
import { contextWarnings, type WarningQuestion } from './warnings.ts'

const gauge: Gauge = {
  windowTokens: 100_000,
  staticTokens: 2_000,
  fixedTokens: 1_000,
  visibleTokens: 5_000,
  ledger: emptyLedger,
}
const reported = {
  input_tokens: 4_096,
  cached_input_tokens: 0,
  output_tokens: 9,
  reasoning_output_tokens: 0,
  total_tokens: 4_105,
}
const keys = (change: Partial<Gauge>, more: Partial<WarningQuestion> = {}) =>
  contextWarnings({
    gauge: { ...gauge, ...change },
    compact: DEFAULT_SETTINGS.compact,
    featureOn: false,
    disbelieved: null,
    ...more,
  }).map(({ key }) => key)

test('a calm context says nothing', () => {
  expect(keys({})).toEqual([])
})

test('a floor above 60 % of what is usable is named with its parts', () => {
  expect(keys({ fixedTokens: 50_000, visibleTokens: 50_000 })).toEqual([])
  expect(keys({ fixedTokens: 55_000, visibleTokens: 55_000 })).toEqual(['floor'])
})

test('the two states of the gauge are told where the feature is off', () => {
  expect([keys({ visibleTokens: 83_500 }), keys({ visibleTokens: 79_000 })]).toEqual([['error'], []])
  expect(keys({ visibleTokens: 83_500 }, { featureOn: true })).toEqual([])
  for (const off of ['enabled', 'auto_compact_enabled'] as const) {
    const compact = { ...DEFAULT_SETTINGS.compact, [off]: false }
    expect(keys({ visibleTokens: 83_500 }, { featureOn: true, compact })).toEqual(['error'])
  }
})

test('an answer that may fill more than half of the window is odd', () => {
  expect(keys({ maxOutputTokens: 50_000 })).toEqual([])
  expect(keys({ maxOutputTokens: 50_001 })).toEqual(['output'])
})

test('a server that counts far less than was sent may be cutting it', () => {
  expect(keys({}, { disbelieved: { usage: reported, estimatedInput: 30_000 } })).toEqual(['truncated'])
  const stale = { usage: { ...reported, input_tokens: 95_000 }, estimatedInput: 1_700 }
  expect(keys({}, { disbelieved: stale })).toEqual(['truncated'])
  expect(keys({}, { disbelieved: { usage: { ...reported, input_tokens: 0 }, estimatedInput: 30_000 } })).toEqual([])
})

test('that a small window leaves out tools is said, with the tools that are left', () => {
  expect(keys({ windowTokens: 8_000, staticTokens: 900 })).toEqual([])
  const small = { gauge: { ...gauge, windowTokens: 7_999, staticTokens: 900 }, compact: DEFAULT_SETTINGS.compact }
  expect(contextWarnings({ ...small, featureOn: true, disbelieved: null })).toEqual([
    {
      key: 'tools',
      message: expect.stringContaining('7999 tokens is small: of the tools the model is offered shell, read'),
    },
  ])
})

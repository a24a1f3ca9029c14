import { expect, test } from 'vitest'
import { chatUsage, responsesUsage } from './usage.ts'

test('figures are taken as reported, parts never above the whole', () => {
  expect(responsesUsage({ input_tokens: 10, output_tokens: 2, input_tokens_details: { cached_tokens: 99 } })).toEqual({
    input_tokens: 10,
    cached_input_tokens: 10,
    output_tokens: 2,
    reasoning_output_tokens: 0,
    total_tokens: 12,
  })
  expect(chatUsage({ prompt_tokens: 10, completion_tokens: null, prompt_cache_hit_tokens: 4 })).toEqual({
    input_tokens: 10,
    cached_input_tokens: 4,
    output_tokens: 0,
    reasoning_output_tokens: 0,
    total_tokens: 10,
  })
})

test('no report, a report of nothing and a broken one are no usage', () => {
  for (const value of [
    undefined,
    null,
    {},
    'x',
    { input_tokens: 0, output_tokens: 0 },
    { input_tokens: 'many' },
    { input_tokens: 1e308 },
  ])
    expect(responsesUsage(value)).toBe(null)
  for (const value of [undefined, null, {}, { prompt_tokens: 0, completion_tokens: 3 }])
    expect(chatUsage(value)).toBe(null)
})

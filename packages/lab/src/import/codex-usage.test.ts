import { expect, test } from 'vitest'
import { createCodexUsage } from './codex-usage.ts'
import { createItemLog } from './item-log.ts'

test('equal totals are one request; zeros with a total are an estimate; a window of zero is none', () => {
  const log = createItemLog()
  const usage = createCodexUsage(log)
  const request = { last_token_usage: { input_tokens: 10, output_tokens: 2 }, total_token_usage: { total_tokens: 12 } }
  usage.take({ ...request, model_context_window: 100 })
  usage.take(request)
  usage.take({ last_token_usage: { input_tokens: 0, total_tokens: 5 }, total_token_usage: { total_tokens: 12 } })
  usage.takeWindow({ model_context_window: 0 })
  expect(log.built().usage.map(({ contextTokens, source }) => [contextTokens, source])).toEqual([
    [12, 'reported'],
    [5, 'divisors'],
  ])
  expect([usage.contextWindow(), usage.contextTokens()]).toEqual([100, 12])
})

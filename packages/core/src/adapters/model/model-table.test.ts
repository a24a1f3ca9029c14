import { expect, test } from 'vitest'
import { knownWindow } from './model-table.ts'

test('the first family that fits gives the window, a stranger none', () => {
  const check = (model: string, expected: number | null) =>
    expect([model, knownWindow(model)]).toEqual([model, expected])
  check('gpt-5.2-2025-12-11', 272_000)
  check('openai/gpt-4.1-mini', 1_047_576)
  check('gpt-4o-mini', 128_000)
  check('o1-mini', 128_000)
  check('o3', 200_000)
  check('gpt-4', 8_192)
  check('anthropic/Claude-Sonnet-4', 200_000)
  check('qwen3-coder:30b', null)
})

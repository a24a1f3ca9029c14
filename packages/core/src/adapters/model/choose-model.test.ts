import { expect, test } from 'vitest'
import type { ModelInfo } from '../../ports/model-client.ts'
import { chooseModel } from './choose-model.ts'

const address = 'http://127.0.0.1:1234/v1'

const check = (wanted: string | null, offered: readonly ModelInfo[], expected: object) =>
  expect(chooseModel({ wanted, offered, address })).toEqual(expected)

test('the only model that talks is taken', () => {
  check(null, [{ id: 'nomic-embed-text' }, { id: 'qwen', contextWindow: 32_768 }], {
    ok: true,
    value: { model: 'qwen', contextWindow: 32_768 },
  })
})

test('several are listed, none is said, and both tell the way on', () => {
  check(null, [{ id: 'a' }, { id: 'b' }], {
    ok: false,
    error: `${address} offers 2 models: a, b. Choose one with --model, /model NAME, or model.name in the settings.`,
  })
  check(null, [], {
    ok: false,
    error: `${address} gives no list of models. Is it the right address, and running? Otherwise name a model with --model, or model.name in the settings.`,
  })
  const many = Array.from({ length: 30 }, (_, at) => ({ id: `m${at}` }))
  const choice = chooseModel({ wanted: null, offered: many, address })
  expect(choice.ok ? '' : choice.error).toMatch(/offers 30 models: m0, .*m11 …\. Choose/)
})

test('a wanted model is taken, known or not, with the window of the server, then of the table', () => {
  check('qwen', [{ id: 'qwen', contextWindow: 8_192 }], { ok: true, value: { model: 'qwen', contextWindow: 8_192 } })
  check('gpt-4o', [{ id: 'gpt-4o' }], { ok: true, value: { model: 'gpt-4o', contextWindow: 128_000 } })
  check('mystery', [], { ok: true, value: { model: 'mystery', contextWindow: null } })
})

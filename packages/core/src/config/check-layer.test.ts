import { expect, test } from 'vitest'
import { checkLayer } from './check-layer.ts'

test('nothing written is an empty layer', () => {
  for (const value of [null, undefined, {}])
    expect(checkLayer({ value, file: 'f', scope: 'project' })).toEqual({ ok: true, value: {} })
})

test('a key named __proto__ is refused like any other and changes no object', () => {
  const value: unknown = JSON.parse('{"compact":{"__proto__":{"polluted":true}}}')
  expect(checkLayer({ value, file: 'f', scope: 'anything' })).toMatchObject({
    ok: false,
    error: { code: 'unknown_key' },
  })
  expect({}).not.toHaveProperty('polluted')
})

import { expect, test } from 'vitest'
import { err, ok } from './result.ts'

test('a result says which it is', () => {
  expect(ok(3)).toEqual({ ok: true, value: 3 })
  expect(err('torn')).toEqual({ ok: false, error: 'torn' })
})

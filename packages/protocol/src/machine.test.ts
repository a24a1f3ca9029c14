import { expect, test } from 'vitest'
import { assertNever, go, stay } from './machine.ts'

test('a step is the next state and what to do, in order', () => {
  expect(go('open', 'ring', 'creak')).toEqual({ state: 'open', effects: ['ring', 'creak'] })
  expect(stay('shut')).toEqual({ state: 'shut', effects: [] })
})

test('a variant nobody decided on throws with its value', () => {
  expect(() => assertNever({ type: 'surprise' } as never)).toThrow('unhandled variant: {"type":"surprise"}')
})

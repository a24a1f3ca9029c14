import { expect, test } from 'vitest'
import { CAPABILITIES } from './capabilities.ts'

test('every op and event is named once', () => {
  for (const names of [CAPABILITIES.ops, CAPABILITIES.events]) expect(new Set<string>(names).size).toBe(names.length)
  expect(CAPABILITIES.ops).toContain('user_turn')
  expect(CAPABILITIES.events).toContain('turn_complete')
})

import { expect, test } from 'vitest'
import { shownPatch } from './shown-patch.ts'

test('a patch is shown as it is, and one that nobody reads is left out', () => {
  expect(shownPatch('+x')).toEqual({ patch: '+x' })
  expect(shownPatch('x'.repeat(100_000))).toHaveProperty('patch')
  expect(shownPatch('x'.repeat(100_001))).toEqual({})
})

import { expect, test } from 'vitest'
import { callIdOf, createCallIds, type ItemDraft } from './item-draft.ts'

const call = (id: string): ItemDraft => ({ type: 'function_call', name: 'f', arguments: '', call_id: callIdOf(id) })
const output = (id: string): ItemDraft => ({ type: 'function_call_output', call_id: callIdOf(id), output: '' })

test('a call id used again gets a number, and its result follows it', () => {
  const ids = createCallIds()
  const given = [call('a'), output('a'), call('a'), output('a'), call('b'), output('b')]
  expect(given.map((draft) => ids.unique(draft))).toMatchObject(
    ['a', 'a', 'a~2', 'a~2', 'b', 'b'].map((call_id) => ({ call_id })),
  )
})

test('a second result of one call is left out', () => {
  const ids = createCallIds()
  expect([call('a'), output('a'), output('a')].map((draft) => ids.unique(draft) !== null)).toEqual([true, true, false])
})

test('an id that is empty or too long becomes one the schema takes', () => {
  expect(callIdOf('')).toBe('call')
  expect(callIdOf('x'.repeat(500))).toHaveLength(180)
})

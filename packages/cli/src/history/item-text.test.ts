import { CallId, ItemId } from '@rawr/protocol'
import { expect, it } from 'vitest'
import { itemText } from './item-text.ts'

const meta = { id: ItemId.parse('i1'), at: 0, origin: 'tool' } as const
const call_id = CallId.parse('c1')

it('names the item and who speaks', () => {
  expect(itemText({ type: 'function_call', name: 'read', arguments: '{}', call_id, meta })).toBe('[i1] call read: {}')
  expect(itemText({ type: 'function_call_output', output: 'moored', call_id, meta })).toBe('[i1] result: moored')
  expect(itemText({ type: 'local_shell_call', action: { type: 'exec', command: ['ls', '-l'] }, call_id, meta })).toBe(
    '[i1] call local_shell: ls -l',
  )
  expect(itemText({ type: 'function_call_output', output: '\u001b[2Jmoored', call_id, meta })).toBe(
    '[i1] result: ␛[2Jmoored',
  )
  const content = [{ type: 'input_text' as const, text: 'Moor it.' }]
  expect(itemText({ type: 'message', role: 'user', content, meta })).toBe('[i1] user: Moor it.')
})

import { expect, test } from 'vitest'
import { ItemId, TurnId } from './ids.ts'
import { isLogged, isTerminal } from './logged.ts'

const turn_id = TurnId.parse('tn_1')

test('what a person may miss is status, what happened is logged', () => {
  expect(isLogged({ type: 'agent_message_delta', item_id: ItemId.parse('i1'), offset: 0, text: 'a' })).toBe(false)
  expect(isLogged({ type: 'agent_message', item_id: ItemId.parse('i1'), text: 'a' })).toBe(true)
  expect(isLogged({ type: 'presence', clients: [] })).toBe(false)
})

test('a turn ends complete or aborted', () => {
  expect(isTerminal({ type: 'turn_complete', turn_id, last_agent_message: null, duration_ms: 1 })).toBe(true)
  expect(isTerminal({ type: 'turn_aborted', turn_id, reason: 'interrupted' })).toBe(true)
  expect(isTerminal({ type: 'turn_started', turn_id, origin: 'user' })).toBe(false)
})

import { TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { exitOfEvent, exitOfRejection } from './outcome.ts'

const turn_id = TurnId.parse('tn_1')

test('a terminal event has an exit code, any other has none', () => {
  expect(exitOfEvent({ type: 'turn_complete', turn_id, last_agent_message: null, duration_ms: 1 })).toBe(0)
  expect(exitOfEvent({ type: 'turn_aborted', turn_id, reason: 'provider_refused' })).toBe(3)
  expect(exitOfEvent({ type: 'turn_aborted', turn_id, reason: 'approval_needed' })).toBe(4)
  expect(exitOfEvent({ type: 'turn_aborted', turn_id, reason: 'interrupted' })).toBe(130)
  expect(exitOfEvent({ type: 'turn_aborted', turn_id, reason: 'context_exhausted' })).toBe(1)
  expect(exitOfEvent({ type: 'warning', message: 'x' })).toBeNull()
})

test('a refusal is bad input unless it is about the daemon or the server of the model', () => {
  expect(exitOfRejection('provider_unreachable')).toBe(3)
  expect(exitOfRejection('provider_refused')).toBe(3)
  expect(exitOfRejection('no_model')).toBe(2)
  expect(exitOfRejection('thread_not_found')).toBe(2)
  expect(exitOfRejection('internal')).toBe(1)
})

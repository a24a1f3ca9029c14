import { SubmissionId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { message, scene, storyOf, viewer } from '../../testing/session-events.ts'
import type { SessionInput } from './state.ts'

const by = { id: SubmissionId.parse('sb_t'), from: viewer }
const rename: SessionInput = { type: 'thread_change_submitted', ...by, change: { name: 'Lights' } }
const rollback: SessionInput = { type: 'rollback_submitted', ...by, turns: 1, refusal: null }

const check = (given: readonly SessionInput[], end: string, effects: readonly string[]) =>
  expect(storyOf(given)).toEqual({ end, effects })

test('a name is taken at any time, from anybody', () => {
  check([...scene, rename], 'idle', ['log_thread', 'accept started'])
  check([...scene, message('sb_a'), rename], 'running', ['log_thread', 'accept started'])
})

test('a rollback needs an idle session, and turns to take back', () => {
  check([...scene, rollback], 'idle', ['log_rollback', 'accept started'])
  check([...scene, message('sb_a'), rollback], 'running', ['reject busy'])
  check([...scene, { ...rollback, refusal: { code: 'invalid', message: '' } }], 'idle', ['reject invalid'])
})

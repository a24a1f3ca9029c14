import { SubmissionId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { hold, interrupt, message, scene, storyOf, turnEnded, viewer } from '../../testing/session-events.ts'
import type { SessionInput } from './state.ts'

const command: SessionInput = {
  type: 'command_submitted',
  id: SubmissionId.parse('sb_sh'),
  from: viewer,
  command: 'git status',
}

const check = (given: readonly SessionInput[], end: string, effects: readonly string[]) =>
  expect(storyOf(given)).toEqual({ end, effects })

test('a typed command is a turn: messages wait for it, an interrupt stops it', () => {
  check([...scene, command], 'running', ['start_command', 'accept started'])
  check([...scene, command, message('sb_a')], 'running', ['log added', 'accept queued', 'queue_changed'])
  check([...scene, command, interrupt], 'running', ['accept started', 'stop_turn'])
  check([...scene, command, message('sb_a'), turnEnded(3)], 'running', ['start_turn', 'queue_changed'])
})

test('beside a turn or a sequence it is refused', () => {
  check([...scene, message('sb_a'), command], 'running', ['reject busy'])
  check([...scene, hold(), command], 'idle_held', ['reject busy'])
})

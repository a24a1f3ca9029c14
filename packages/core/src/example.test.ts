import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const example = fileURLToPath(new URL('../examples/one-turn.ts', import.meta.url))

test('the example of the README runs, and prints the script of a turn', () => {
  const printed = execFileSync(process.execPath, ['--conditions=@rawr/source', example], { encoding: 'utf8' })
  expect(
    printed
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^\d+ /, '')),
  ).toEqual([
    'turn_started',
    'user_message',
    'queue_changed',
    'token_count',
    'exec_command_begin',
    'exec_command_end',
    'decision_recorded',
    'agent_message',
    'token_count',
    'turn_complete',
  ])
})

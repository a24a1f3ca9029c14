import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const example = fileURLToPath(new URL('../../examples/watch-a-thread.ts', import.meta.url))

test('the example of the README runs, and prints the script of a sequence', () => {
  const printed = execFileSync(process.execPath, ['--conditions=@rawr/source', example], { encoding: 'utf8' })
  expect(printed.split('\n').map((line) => line.trimEnd())).toEqual([
    'report_decision pending',
    'heads_up: Compacting the conversation: 40 % of the context left (asap), after a commit, the agent saying it is done. Esc cancels.',
    'hold_input',
    'compact',
    'compacting',
    '',
  ])
})

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const example = fileURLToPath(new URL('../examples/decide.ts', import.meta.url))

test('the example of the README runs: only the commit that succeeded counts', () => {
  const printed = execFileSync(process.execPath, ['--conditions=@rawr/source', example], { encoding: 'utf8' })
  expect(printed.trimEnd().split('\n')).toEqual([
    '[]',
    '[]',
    "[ 'commit' ]",
    'Compacting at 65 % left (ready): after commit.',
  ])
})

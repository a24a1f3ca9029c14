import { expect, test } from 'vitest'
import { noSandbox } from '../sandbox/none.ts'
import { searchFiles } from './ripgrep.ts'
import { toolBench } from './testing/tool-bench.ts'

test('a search finds, finds nothing, or says why it failed', async () => {
  const bench = await toolBench({ mode: 'danger-full-access' })
  await bench.put('a.txt', 'hay\n')
  const search = (words: readonly string[], change = {}) =>
    searchFiles({ words, context: bench.context(change), sandbox: noSandbox })
  expect(await search(['--regexp=hay', '--no-heading', '.'])).toEqual({ kind: 'found', text: './a.txt:hay\n' })
  expect(await search(['--regexp=needle', '.'])).toEqual({ kind: 'nothing' })
  expect(await search(['--nonsense'])).toMatchObject({ kind: 'failed' })
  expect(await search(['--regexp=hay', '.'], { signal: AbortSignal.abort() })).toEqual({
    kind: 'failed',
    message: 'the search was ended (aborted)',
  })
  const confined = await search(['--regexp=hay', '.'], { sandbox: { mode: 'read-only', network: false } })
  expect(confined).toEqual({ kind: 'failed', message: 'install bubblewrap or pass --sandbox danger-full-access' })
  await bench.remove()
})

import { err } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { memoryTools } from '../testing/memory-ports.ts'
import { notesOnly } from './notes-only.ts'

test('the schemas stay, and the only call that does something writes the notes', async () => {
  const tools = memoryTools({ shell: { run: () => ({ output: 'ran', success: true }) } })
  const runner = notesOnly(tools, '.scratch/agent-oak.scratch.md')
  const context = {
    cwd: '/home/ada',
    env: {},
    sandbox: { mode: 'workspace-write', network: false },
    mayLeaveSandbox: false,
    timeoutMs: 1_000,
    signal: new AbortController().signal,
    archive: { items: () => [], recall: async () => err('not_found' as const) },
    requestCompaction: () => ({ isAccepted: false, message: '' }),
    onOutput: () => {},
  } as const
  const input = '*** Begin Patch\n*** Add File: .scratch/agent-oak.scratch.md\n+The berths are counted.\n*** End Patch'
  const run = (name: string) => runner.run({ callId: name, name, arguments: JSON.stringify({ input }) }, context)
  expect(runner.specs()).toEqual(tools.specs())
  expect(await run('shell')).toMatchObject({ success: false })
  expect(await run('apply_patch')).toMatchObject({ success: true })
  expect([tools.ran, tools.notes.map(({ callId }) => callId)]).toEqual([[], ['apply_patch']])
})

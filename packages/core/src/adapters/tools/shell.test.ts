import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench({ mode: 'danger-full-access' })
})
afterEach(() => bench.remove())

const call = (given: unknown) => ({ callId: 'ca_1', name: 'shell', arguments: JSON.stringify(given) })

test('the answer begins with the exit code', async () => {
  expect(await bench.call('shell', { command: 'echo out; echo err >&2' })).toEqual({
    output: 'Exit code: 0\nOutput:\nout\nerr\n',
    success: true,
    exitCode: 0,
  })
  expect(await bench.call('shell', { command: 'exit 7' })).toEqual({
    output: 'Exit code: 7\nOutput:\n',
    success: false,
    exitCode: 7,
  })
  expect(await bench.call('shell', { command: 'kill -9 $$' })).toEqual({
    output: 'Killed by SIGKILL.\nOutput:\n',
    success: false,
    exitCode: null,
  })
})

test('a time-out and an abort say what came so far', async () => {
  expect(await bench.call('shell', { command: 'echo begun; sleep 300', timeout_ms: 200 })).toEqual({
    output: 'Timed out after 200 ms: the command and all it started were killed.\nOutput:\nbegun\n',
    success: false,
    exitCode: null,
    timedOut: true,
  })
  const abort = new AbortController()
  const onOutput = () => abort.abort()
  expect(await bench.call('shell', { command: 'echo begun; sleep 300' }, { signal: abort.signal, onOutput })).toEqual({
    output: 'Aborted: the command and all it started were killed.\nOutput:\nbegun\n',
    success: false,
    exitCode: null,
  })
})

test('the folder is the session’s or the one asked for', async () => {
  await mkdir(join(bench.cwd, 'sub'))
  expect((await bench.call('shell', { command: 'pwd' })).output).toContain(`${bench.cwd}\n`)
  expect((await bench.call('shell', { command: 'pwd', workdir: 'sub' })).output).toContain(`${bench.cwd}/sub\n`)
  expect(await bench.call('shell', { command: 'pwd', workdir: 'nowhere' })).toEqual({
    output: `No such folder: ${bench.cwd}/nowhere. Nothing was run.`,
    success: false,
  })
})

test('an argv, as older agents write it, is read as a command line', () => {
  const purpose = (command: unknown) => {
    const found = bench.runner.purpose(call({ command }), bench.cwd)
    return found.kind === 'exec' ? found.command : found
  }
  expect(purpose('ls -la')).toEqual(['bash', '-c', 'ls -la'])
  expect(purpose(['bash', '-lc', 'ls | wc'])).toEqual(['bash', '-c', 'ls | wc'])
  expect(purpose(['/bin/sh', '-c', 'ls'])).toEqual(['bash', '-c', 'ls'])
  expect(purpose(['git', 'commit', '-m', "it's done"])).toEqual(['bash', '-c', `git commit -m 'it'\\''s done'`])
  expect(purpose([])).toEqual({ kind: 'other', summary: expect.stringContaining('command: ') })
})

test('a patch written as a command line is sent to its tool', async () => {
  for (const command of ["apply_patch <<'EOF'\n*** Begin Patch\nEOF", "cd src && apply_patch '*** Begin Patch'"]) {
    const result = await bench.call('shell', { command })
    expect(result.output).toBe(
      'Nothing was run: apply_patch is a tool of its own, call it with the patch as its input.',
    )
  }
  expect((await bench.call('shell', { command: 'echo apply_patch' })).success).toBe(true)
})

test('a command that only looks may run beside others', () => {
  expect(bench.runner.runsAlone(call({ command: 'git status && cat a | head' }))).toBe(false)
  expect(bench.runner.runsAlone(call({ command: 'npm test' }))).toBe(true)
  expect(bench.runner.purpose(call({ command: 'ls', workdir: 'sub' }), '/home/ada')).toEqual({
    kind: 'exec',
    command: ['bash', '-c', 'ls'],
    cwd: '/home/ada/sub',
    words: [],
    looks: [['ls']],
  })
})

test('without a sandbox a confined mode runs nothing', async () => {
  const result = await bench.call(
    'shell',
    { command: 'touch ran' },
    { sandbox: { mode: 'workspace-write', network: false } },
  )
  expect(result).toEqual({
    output: 'Nothing was run: install bubblewrap or pass --sandbox danger-full-access.',
    success: false,
  })
  expect((await bench.call('list_dir', {})).output).toBe('[empty folder]')
})

test('a call says the words of what it changes, and what it has to say for leaving the sandbox', () => {
  const purpose = (given: object) => bench.runner.purpose(call(given), '/home/ada')
  expect(purpose({ command: 'ls | wc && npm  run "build"' })).toMatchObject({ words: [['npm', 'run', 'build']] })
  expect(purpose({ command: 'cd /etc && npm test' })).not.toHaveProperty('words')
  expect(purpose({ command: 'npm test > out' })).not.toHaveProperty('words')
  expect(purpose({ command: 'ls', unconfined: 'to see /run' })).toMatchObject({ unconfined: 'to see /run' })
  expect(bench.runner.runsAlone(call({ command: 'ls', unconfined: 'to see /run' }))).toBe(true)
})

test('where nobody may allow it nothing runs outside the sandbox', async () => {
  const context = { sandbox: { mode: 'workspace-write', network: false }, mayLeaveSandbox: false } as const
  const result = await bench.call('shell', { command: 'touch ran', unconfined: 'I want to' }, context)
  expect(result).toEqual({ output: expect.stringContaining('Nothing was run: approvals are off'), success: false })
  expect((await bench.call('list_dir', {})).output).toBe('[empty folder]')
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench({ mode: 'danger-full-access' })
})
afterEach(() => bench.remove())

test('eleven tools are offered, and each needs at most one argument', () => {
  const required = bench.runner.specs().map(({ name, parameters }) => [name, parameters.required ?? []])
  expect(required).toEqual([
    ['shell', ['command']],
    ['background', ['action']],
    ['read', ['path']],
    ['grep', ['pattern']],
    ['glob', ['pattern']],
    ['list_dir', []],
    ['apply_patch', ['input']],
    ['update_plan', ['plan']],
    ['web_fetch', ['url']],
    ['recall', []],
    ['request_compaction', ['reason']],
  ])
})

test('the schemas hold nothing a provider would not take', () => {
  const text = JSON.stringify(bench.runner.specs())
  expect(text).not.toContain('$schema')
  expect(text).not.toContain('$ref')
  for (const { parameters } of bench.runner.specs()) expect(parameters.additionalProperties).toBe(false)
})

test('an unknown tool is answered with those there are', async () => {
  expect(await bench.call('teleport', {})).toEqual({
    output:
      'There is no tool teleport. There are: shell, background, read, grep, glob, list_dir, apply_patch, update_plan, web_fetch, recall, request_compaction.',
    success: false,
  })
  const call = { callId: 'ca_1', name: 'teleport', arguments: '{}' }
  expect(bench.runner.purpose(call, bench.cwd)).toEqual({ kind: 'other', summary: 'no such tool' })
  expect(bench.runner.runsAlone(call)).toBe(false)
})

test('after an abort no tool begins', async () => {
  const result = await bench.call('apply_patch', { input: 'x' }, { signal: AbortSignal.abort() })
  expect(result).toEqual({ output: 'Aborted before it began: nothing was done.', success: false })
})

test('half a character never leaves a tool', async () => {
  await bench.put('half.txt', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]))
  const { output } = await bench.call('read', { path: 'half.txt' })
  expect(output.isWellFormed()).toBe(true)
  const missing = await bench.runner.run(
    { callId: 'ca_1', name: 'read', arguments: '{"path":"\\ud800"}' },
    bench.context(),
  )
  expect(missing.output.isWellFormed()).toBe(true)
  expect(missing.success).toBe(false)
})

test('a path no file system takes is a result', async () => {
  for (const path of ['a\u0000b', 'x'.repeat(5000)]) {
    for (const [name, given] of [
      ['read', { path }],
      ['list_dir', { path }],
      ['grep', { path, pattern: 'x' }],
      ['glob', { path, pattern: 'x' }],
      ['shell', { command: 'ls', workdir: path }],
      ['apply_patch', { input: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` }],
    ] as const) {
      expect((await bench.call(name, given)).success, name).toBe(false)
    }
  }
  expect((await bench.call('shell', { command: 'echo a\u0000b' })).success).toBe(false)
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench({ mode: 'danger-full-access' })
})
afterEach(async () => {
  await bench.runner.end()
  await bench.remove()
})

test('a command goes on beyond its call, is read, listed and stopped by its name', async () => {
  const begun = await bench.call('shell', {
    command: 'cat; echo up; sleep 300',
    background: 'server',
    stdin: 'given\n',
  })
  expect(begun).toEqual({
    output: '"server" is running.\nOutput since the last look:\ngiven\nup\n',
    success: true,
    goesOnAs: 'server',
    outcome: 'running',
  })
  expect((await bench.call('background', { action: 'list' })).output).toBe('server (running): cat; echo up; sleep 300')
  expect((await bench.call('background', { action: 'read', name: 'server' })).output).toContain('is running')
  expect((await bench.call('background', { action: 'stop', name: 'server' })).output).toContain('has ended. Aborted')
  expect((await bench.call('background', { action: 'list' })).output).toBe('Nothing runs in the background.')
  expect(await bench.call('background', { action: 'read', name: 'server' })).toEqual({
    output: 'Nothing runs as "server". Nothing does.',
    success: false,
  })
  expect((await bench.call('background', { action: 'stop' })).output).toContain('stop needs the name')
})

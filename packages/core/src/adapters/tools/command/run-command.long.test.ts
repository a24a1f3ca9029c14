import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { runCommand, STREAMED_BYTES_MAX } from './run-command.ts'

test('a gigabyte of output costs no more memory than its ring', async () => {
  let shown = 0
  const before = process.memoryUsage().rss
  const run = await runCommand({
    argv: ['bash', '-c', 'yes | head -c 1000000000; echo the end'],
    cwd: tmpdir(),
    env: {},
    timeoutMs: 300_000,
    outputBytesMax: 1024 * 1024,
    processesMax: 2048,
    signal: new AbortController().signal,
    onOutput: (_stream, text) => {
      shown += text.length
    },
  })
  expect(run.end).toEqual({ kind: 'exited', exitCode: 0 })
  expect(run.output.length).toBeLessThan(1024 * 1024 + 100)
  expect(run.output.endsWith('y\nthe end\n')).toBe(true)
  expect(shown).toBeLessThan(STREAMED_BYTES_MAX + 128 * 1024)
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
})

/** Oversized outputs through the daemon: what enters the history is bounded, the whole is kept once and can be read again. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Op, RolloutLine, ThreadId } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { responses, sse } from '../adapters/model/testing/provider-server.ts'
import { openThreadStore } from '../adapters/store/thread-log.ts'
import { type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

let bench: DaemonBench
afterEach(() => bench.close())

const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })

type Call = readonly [id: string, tool: string, given: object]

const calls = (...each: readonly Call[]) =>
  sse(
    ...each.map(([id, tool, given], index) => responses.done(responses.call(id, tool, JSON.stringify(given)), index)),
    responses.completed(),
  )

const turn = async (): Promise<ThreadId> => {
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit(say('Go'), { threadId })
  await client.event('turn_complete')
  return threadId
}

const linesOf = async (threadId: ThreadId): Promise<readonly RolloutLine[]> => {
  const lines = await openThreadStore({ home: bench.home, clock: { now: Date.now } }).read(threadId)
  if (!lines.ok) throw new Error(lines.error.message)
  return lines.value
}

const outputs = (lines: readonly RolloutLine[]): readonly string[] =>
  lines.flatMap((line) =>
    line.type === 'response_item' && line.payload.type === 'function_call_output'
      ? [typeof line.payload.output === 'string' ? line.payload.output : '']
      : [],
  )

const blobs = (): readonly string[] =>
  readdirSync(join(bench.home, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test('BIG-01: four calls in parallel that return 5 MB of JSON each are capped, with a pointer to one stored copy', {
  timeout: 60_000,
}, async () => {
  const cat = 'cat big.json'
  bench = await openDaemonBench([
    calls(
      ['c1', 'shell', { command: cat }],
      ['c2', 'shell', { command: cat }],
      ['c3', 'shell', { command: cat }],
      ['c4', 'shell', { command: cat }],
    ),
    saying('Done.'),
  ])
  const rows = Array.from({ length: 50_000 }, (_, id) => ({
    id,
    name: `vessel ${id}`,
    berth: id % 97,
    note: 'x'.repeat(60),
  }))
  writeFileSync(join(bench.cwd, 'big.json'), JSON.stringify(rows))
  expect(readFileSync(join(bench.cwd, 'big.json')).length).toBeGreaterThan(5_000_000)
  const told = outputs(await linesOf(await turn()))
  expect(told).toHaveLength(4)
  for (const output of told) {
    expect(output.length).toBeLessThan(60_000)
    expect(output).toContain('"name":"vessel 0"')
    expect(output).toContain('"id":49999')
    expect(output).toContain(blobs()[0]?.split('/').at(-1))
  }
  expect(blobs()).toHaveLength(1)
  // The round as a whole fits the window too.
  expect(JSON.stringify(bench.provider.sent.at(-1)?.body).length).toBeLessThan(400_000)
})

test('BIG-03: a file of three windows is read in pages, each of which says how to go on', {
  timeout: 60_000,
}, async () => {
  bench = await openDaemonBench([
    calls(['c1', 'read', { path: 'long.txt' }]),
    calls(['c2', 'read', { path: 'long.txt', start_line: 1, end_line: 1_000_000 }]),
    saying('Done.'),
  ])
  // 100,000 tokens are the window; a line is about 10.
  const lines = Array.from(
    { length: 30_000 },
    (_, index) => `Line ${index + 1} of the harbour log, quiet, wind from west.`,
  )
  writeFileSync(join(bench.cwd, 'long.txt'), lines.join('\n'))
  const [first = '', whole = ''] = outputs(await linesOf(await turn()))
  for (const page of [first, whole]) {
    expect(page.length).toBeLessThan(60_000)
    expect(page).toContain('Line 1 of the harbour log')
    expect(page).toMatch(/more follow, go on with start_line \d+\]/)
  }
  expect(bench.provider.sent).toHaveLength(3)
})

test('BIG-05: of 50,000 carriage-return updates with colours only the last state of each line enters the history', {
  timeout: 60_000,
}, async () => {
  const script =
    'for (let n = 1; n <= 50000; n += 1) process.stdout.write("\\x1b[32mcopied " + n + " of 50000\\x1b[0m\\r"); console.log("\\nall copied")'
  bench = await openDaemonBench([
    calls(['c1', 'shell', { command: `${process.execPath} -e '${script}'` }]),
    saying('Done.'),
  ])
  const [output = ''] = outputs(await linesOf(await turn()))
  expect(output.length).toBeLessThan(400)
  expect(output).toContain('copied 50000 of 50000')
  expect(output).toContain('all copied')
  expect(output).not.toContain('\u001b')
  expect(output).not.toContain('copied 49999')
})

/** Rows of kind STORE and SEC through the daemon: a compaction and a restart, seen by the client that stays. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Op } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { openThreadStore } from '../adapters/store/thread-log.ts'
import { type BenchClient, calling, type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

let bench: DaemonBench
afterEach(() => bench.close())

const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })

/** Three readings that a compaction can do without. */
const readings = (command: (nth: number) => string) => [1, 2, 3].map((nth) => calling(`c${nth}`, command(nth)))

const inputs = (): readonly (readonly unknown[])[] =>
  bench.provider.sent.map(({ body }) => (body as { readonly input: readonly unknown[] }).input)

const compactions = (client: BenchClient): number =>
  client.logged().filter(({ msg }) => msg.type === 'context_compacted').length

test('STORE-06, STORE-07: a compaction is in the log: after a restart the same thread has the same view, and pays for none again', {
  timeout: 60_000,
}, async () => {
  bench = await openDaemonBench([...readings((nth) => `seq ${nth}000 ${nth + 2}999`), saying('Read.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit(say('Read them'), { threadId })
  await client.event('turn_complete')
  expect(await client.submit({ type: 'compact', trigger: 'manual' }, { threadId })).toMatchObject({ type: 'accepted' })
  await client.event('context_compacted')
  expect(await client.submit(say('Go on'), { threadId })).toMatchObject({ type: 'accepted' })
  await client.event('turn_complete', 2)
  const before = inputs().at(-1) ?? []
  const sent = bench.provider.sent.length
  await bench.restart()
  expect(await client.submit(say('And on'), { threadId })).toMatchObject({ type: 'accepted' })
  await client.event('turn_complete', 3)
  expect(bench.provider.sent.length).toBe(sent + 1)
  expect(inputs().at(-1)?.slice(0, before.length)).toEqual(before)
  expect(compactions(client)).toBe(1)
})

test('SEC-01, SEC-03: six kinds of keys in an output are masked in the request that compacts, and in what is stored; it compacts', {
  timeout: 60_000,
}, async () => {
  const keys = [
    `OPENAI_API_KEY=sk-proj-${'a7'.repeat(24)}`,
    `GITHUB_TOKEN=ghp_${'b8'.repeat(18)}`,
    `AWS_ACCESS_KEY_ID=AKIA${'Q7'.repeat(8)}`,
    `AWS_SECRET_ACCESS_KEY=${'c9'.repeat(20)}`,
    `SLACK_TOKEN=xoxb-${'123456789012'}-${'d1'.repeat(12)}`,
    `DB_PASSWORD=Tide-${'e2'.repeat(6)}`,
  ]
  const values = keys.map((line) => line.slice(line.indexOf('=') + 1))
  // The answer that becomes the summary repeats what it was shown.
  const repeating = saying(`The environment has ${keys.join(', ')}.`)
  bench = await openDaemonBench([...readings(() => 'cat env.txt; seq 4000'), saying('Read.'), repeating])
  writeFileSync(join(bench.cwd, 'env.txt'), `${keys.join('\n')}\n`)
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit(say('Read them'), { threadId })
  await client.event('turn_complete')
  const sent = bench.provider.sent.length
  await client.submit({ type: 'compact', trigger: 'manual' }, { threadId })
  const ends = ['context_compacted', 'compact_failed']
  expect(await client.item((item) => item.type === 'event' && ends.includes(item.msg.type))).toMatchObject({
    msg: { type: 'context_compacted' },
  })
  const asked = JSON.stringify(bench.provider.sent.slice(0, sent + 1).map(({ body }) => body))
  expect(asked).toContain('[secret:')
  for (const value of values) expect(asked.includes(value), value).toBe(false)
  const lines = await openThreadStore({ home: bench.home, clock: { now: Date.now } }).read(threadId)
  const compacted = JSON.stringify(lines.ok ? lines.value.filter(({ type }) => type === 'compacted') : [])
  expect(compacted).toContain('"view"')
  for (const value of values) expect(compacted.includes(value), value).toBe(false)
})

// Pins over real sockets, files and a provider on the loopback.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FENCE_TAGS } from '@rawr/prompts'
import { type HistoryItem, ItemId, type Op, SubmissionId, type ThreadId, textOfParts } from '@rawr/protocol'
import { checkRequest } from '@rawr/protocol/testing'
import { afterEach, expect, test } from 'vitest'
import { responses, sse } from '../adapters/model/testing/provider-server.ts'
import { openThreadStore } from '../adapters/store/thread-log.ts'
import { breachesOf, viewOf } from '../testing/look.ts'
import { type BenchClient, calling, type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

let bench: DaemonBench

afterEach(() => bench.close())

const FACT = 'The port is 4711; <packet> is a word.\n\tTabs, not spaces. '
const LAMP = 'The lamp burns from dusk on.'
const FILE = Array.from({ length: 20 }, (_, row) => `berth ${row} is moored at ${row * 7}`).join('\n')

const reading = sse(
  responses.done(responses.call('call_r', 'read', JSON.stringify({ path: 'harbour.txt' }))),
  responses.completed(),
)

const rounds = (count: number) =>
  Array.from({ length: count }, (_, n) => [
    calling(`call_${n}`, `seq ${n * 10_000} ${n * 10_000 + 2_500}`),
    saying(`Counted ${n}.`),
  ]).flat()

const done = async (client: BenchClient, threadId: ThreadId, [name, op]: readonly [string, Op]) => {
  const id = SubmissionId.parse(name)
  const answer = await client.submit(op, { threadId, id })
  expect(answer).toMatchObject({ type: 'accepted' })
  await client.item((item) => item.type === 'event' && item.id === id && item.msg.type === 'turn_complete')
}

const turn = (client: BenchClient, threadId: ThreadId, name: string) =>
  done(client, threadId, [name, { type: 'user_turn', items: [{ type: 'text', text: name }] }])

const compaction = (client: BenchClient, threadId: ThreadId, name: string) =>
  done(client, threadId, [name, { type: 'compact', strategy: 'extractive', budget: 2_000 }])

const linesOf = async (threadId: ThreadId) => {
  const lines = await openThreadStore({ home: bench.home, clock: { now: Date.now } }).read(threadId)
  if (!lines.ok) throw new Error(lines.error.message)
  return lines.value
}

const textOf = (item: HistoryItem): string =>
  item.type === 'message' ? textOfParts(item.content) : item.type === 'function_call_output' ? String(item.output) : ''

/** How often each is in the view, byte for byte; and the laws on the log and on the request sent last. */
const judge = async (threadId: ThreadId, output: string) => {
  const lines = await linesOf(threadId)
  const view = viewOf(lines)
  const times = (is: (text: string) => boolean) => view.filter((item) => is(textOf(item))).length
  expect(times((text) => text === LAMP)).toBe(1)
  expect(times((text) => text === output)).toBe(1)
  expect(view.filter(({ meta }) => meta.origin === 'pin').map(textOf)).toEqual([`<pinned>\n${FACT}\n</pinned>`])
  expect(breachesOf(lines)).toEqual([])
}

const judgeSent = () => {
  const facts = { window: null, sacred: [FACT], live: null, encrypted: new Set<string>(), fenceTags: FENCE_TAGS }
  expect(checkRequest(bench.provider.sent.at(-1)?.body ?? {}, { ...facts, bytesMax: 10_000_000 })).toEqual([])
}

test('an item, a file and a fact stay byte for byte, each once, through three compactions and a restart; unpinned they go', async () => {
  bench = await openDaemonBench([reading, saying(LAMP), ...rounds(6)])
  writeFileSync(join(bench.cwd, 'harbour.txt'), FILE)
  const client = bench.client()
  const threadId = await bench.thread(client)
  await turn(client, threadId, 'look')
  const items = (await linesOf(threadId)).flatMap((line) => (line.type === 'response_item' ? [line.payload] : []))
  const lamp = items.find((item) => textOf(item) === LAMP)?.meta.id
  const output = items.map(textOf).find((text) => text.includes('berth 19'))
  if (lamp === undefined || output === undefined) throw new Error('nothing was read')
  const targets = [
    { kind: 'item', first: lamp },
    { kind: 'file', path: 'harbour.txt' },
    { kind: 'fact', text: FACT },
  ] as const
  for (const target of targets)
    expect(await client.submit({ type: 'pin', target }, { threadId })).toMatchObject({ type: 'accepted' })
  const { msg } = await client.event('pins_changed', 2)
  expect(msg).toMatchObject({
    pins: [{ pin: { first: lamp, last: lamp } }, { pin: { kind: 'file' } }, { pin: targets[2] }],
  })
  if (msg.type !== 'pins_changed') throw new Error('no pins')
  expect(msg.tokens).toBe(msg.pins.reduce((sum, { tokens }) => sum + tokens, 0))
  expect(msg.tokens).toBeLessThan(msg.room_tokens)
  for (const n of [1, 2, 3]) {
    await turn(client, threadId, `count ${n}`)
    await compaction(client, threadId, `sb_compact_${n}`)
    await judge(threadId, output)
  }
  await bench.restart()
  await turn(client, threadId, 'count on')
  await judge(threadId, output)
  judgeSent()
  for (const target of targets) await client.submit({ type: 'unpin', target }, { threadId })
  expect((await client.event('pins_changed', 5)).msg).toMatchObject({ pins: [], tokens: 0 })
  await turn(client, threadId, 'count more')
  await compaction(client, threadId, 'sb_compact_4')
  expect(viewOf(await linesOf(threadId)).map(textOf)).not.toContain(output)
  expect(viewOf(await linesOf(threadId)).filter(({ meta }) => meta.origin === 'pin')).toEqual([])
})

test('pins alone over the room refuse the compaction with the list, and the way out works', async () => {
  bench = await openDaemonBench(
    [calling('call_a', 'seq 1 9000'), calling('call_b', 'seq 1 9000'), saying('Counted.')],
    {},
  )
  const client = bench.client()
  const threadId = await bench.thread(client)
  await turn(client, threadId, 'count')
  const facts = Array.from({ length: 30 }, (_, n) => `${n} ${'mooring '.repeat(1_200)}`)
  for (const text of facts)
    expect(await client.submit({ type: 'pin', target: { kind: 'fact', text } }, { threadId })).toMatchObject({
      type: 'accepted',
    })
  const { msg } = await client.event('pins_changed', 29)
  if (msg.type !== 'pins_changed') throw new Error('no pins')
  expect(msg.tokens).toBeGreaterThan(msg.room_tokens)
  await client.submit({ type: 'compact', strategy: 'extractive' }, { threadId })
  expect((await client.event('compact_failed')).msg).toMatchObject({
    reason: 'pins_too_large',
    error_message: expect.stringMatching(/Pinned are "\d+ mooring .*\(\d+ tokens\).* and 22 more\./),
  })
  for (const text of facts) await client.submit({ type: 'unpin', target: { kind: 'fact', text } }, { threadId })
  await compaction(client, threadId, 'sb_compact')
  expect(breachesOf(await linesOf(threadId))).toEqual([])
})

test('what is not there is refused by the path of the field, and nothing changes', async () => {
  bench = await openDaemonBench([saying('Aye.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await turn(client, threadId, 'hello')
  const refused: readonly (readonly [Op, string])[] = [
    [{ type: 'pin', target: { kind: 'item', first: ItemId.parse('i99') } }, 'first'],
    [{ type: 'pin', target: { kind: 'file', path: 'nowhere.ts' } }, 'path'],
    [{ type: 'unpin', target: { kind: 'fact', text: 'Nobody said so.' } }, 'kind'],
  ]
  for (const [op, field] of refused)
    expect(await client.submit(op, { threadId })).toMatchObject({
      type: 'rejected',
      code: 'invalid',
      path: ['op', 'target', field],
    })
  expect((await linesOf(threadId)).some(({ type }) => type === 'pins')).toBe(false)
})

// The failure rows of kind NET, each provoked through the socket of a real daemon with the row's own numbers. Those that
// take their time stand in net.long.test.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Event, INBOUND_FRAME_BYTES_MAX, type Op, SubmissionId, type ThreadId } from '@rawr/protocol'
import { connectRawr } from '@rawr/protocol/client'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Answer } from '../adapters/model/testing/provider-server.ts'
import { DaemonRunningError, startDaemon } from './main.ts'
import { type BenchClient, calling, type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'
import { inTwoParts } from './testing/in-two-parts.ts'

let bench: DaemonBench
afterEach(() => bench.close())

const open = async (answers: readonly Answer[]): Promise<{ client: BenchClient; threadId: ThreadId }> => {
  bench = await openDaemonBench(answers)
  const client = bench.client('first', { failuresMax: 1_000 })
  return { client, threadId: await bench.thread(client) }
}

const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })

const logged = (client: BenchClient): readonly Event[] => client.logged()
const isUnbroken = (client: BenchClient): void =>
  expect(logged(client).map(({ seq }) => seq)).toEqual(logged(client).map((_, index) => index + 1))

/** Cuts the socket under a client: the daemon ends it, the client comes back by itself. */
const cutter = () => {
  const sockets: WebSocket[] = []
  class Cuttable extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols)
      this.on('error', () => {})
      sockets.push(this)
    }
  }
  return { WebSocket: Cuttable as never, cut: () => sockets.at(-1)?.terminate(), opened: () => sockets.length }
}

test('NET-02: compacting deletes none of the messages that were accepted as queued', async () => {
  const { answer, go } = inTwoParts('Working', ' and done.')
  const { client, threadId } = await open([answer, saying('Second.'), saying('Third.')])
  await client.submit(say('First'), { threadId })
  await client.event('agent_message_delta')
  const queued = [await client.submit(say('Two'), { threadId }), await client.submit(say('Three'), { threadId })]
  expect(queued).toMatchObject([{ outcome: 'queued' }, { outcome: 'queued' }])
  expect(await client.submit({ type: 'compact' }, { threadId })).toMatchObject({ type: 'accepted' })
  go()
  await client.item((item) => item.type === 'event' && item.id === queued[1]?.id && item.msg.type === 'turn_complete')
  const said = logged(client).flatMap(({ msg }) => (msg.type === 'user_message' ? [msg.text] : []))
  expect(said).toEqual(['First', 'Two', 'Three'])
  expect(
    logged(client).filter(({ msg }) => msg.type === 'context_compacted' || msg.type === 'compact_failed'),
  ).not.toEqual([])
})

test('NET-02: a compaction in the middle of a turn deletes none of the messages queued behind it', async () => {
  const gate = Promise.withResolvers<void>()
  const numbers = (round: number) => calling(`c${round}`, `seq ${round}0000 ${round}4000`)
  const held: Answer = async (response, sent) => {
    await gate.promise
    await numbers(3)(response, sent)
  }
  const { client, threadId } = await open([numbers(1), numbers(2), held, saying('First.'), saying('Second.')])
  const first = SubmissionId.parse('sb_first')
  await client.submit(say('First'), { threadId, id: first })
  await client.event('exec_command_end', 1)
  const queued = [await client.submit(say('Two'), { threadId }), await client.submit(say('Three'), { threadId })]
  expect(queued).toMatchObject([{ outcome: 'queued' }, { outcome: 'queued' }])
  const op: Op = { type: 'compact', strategy: 'extractive', budget: 2_000 }
  expect(await client.submit(op, { threadId })).toMatchObject({ type: 'accepted' })
  gate.resolve()
  await client.item((item) => item.type === 'event' && item.id === queued[1]?.id && item.msg.type === 'turn_complete')
  const story = logged(client).flatMap(({ id, msg }) => {
    if (msg.type === 'user_message') return [msg.text]
    return msg.type === 'context_compacted' || (msg.type === 'turn_complete' && id === first) ? [msg.type] : []
  })
  expect(story).toEqual(['First', 'context_compacted', 'turn_complete', 'Two', 'Three'])
  expect(logged(client).findLast(({ msg }) => msg.type === 'queue_changed')?.msg).toMatchObject({ queued: [] })
})

test('NET-04: a second server on the same sessions is refused with the holder named, and nothing is merged', async () => {
  const { client, threadId } = await open([saying('One.'), saying('Two.')])
  const second = startDaemon({ home: bench.home, version: '0.1.0' })
  await expect(second).rejects.toThrow(DaemonRunningError)
  await expect(second).rejects.toMatchObject({ pid: process.pid })
  await client.submit(say('First'), { threadId })
  await client.event('turn_complete')
  await bench.restart()
  await client.submit(say('Second'), { threadId })
  await client.event('turn_complete', 1)
  isUnbroken(client)
  const files = readdirSync(join(bench.home, 'sessions'), { recursive: true }).filter((name) =>
    String(name).endsWith('.jsonl'),
  )
  expect(files).toHaveLength(1)
  const ordinals = readFileSync(join(bench.home, 'sessions', String(files[0])), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).ordinal)
  expect(ordinals).toEqual(ordinals.toSorted((a, b) => a - b))
  expect(new Set(ordinals).size).toBe(ordinals.length)
})

/** Long enough that a compaction frees something. */
const lines = (name: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `${name}${n}: line ${n} of the answer.`).join('\n')

test('NET-07: a second client gets every event in the same order, the compaction too', async () => {
  const { client: one, threadId } = await open([saying(lines('a', 3_000)), saying(lines('b', 3_000))])
  const two = bench.client('second', { follow: new Map([[threadId, 0]]) })
  await two.item((item) => item.type === 'replay_complete')
  for (const turn of [0, 1]) {
    await one.submit(say(`Turn ${turn}`), { threadId })
    await one.event('turn_complete', turn)
  }
  const asked = await one.submit({ type: 'compact' }, { threadId })
  const ended = (item: unknown): boolean => {
    const event = item as Event
    return event.type === 'event' && event.id === asked.id && /^turn_(complete|aborted)$/.test(event.msg.type)
  }
  await Promise.all([one.item(ended), two.item(ended)])
  expect(logged(two)).toEqual(logged(one))
  expect(logged(two).map(({ msg }) => msg.type)).toContain('context_compacted')
})

test('NET-10: after a drop in mid-turn comes a snapshot and what was missed, and nothing twice', async () => {
  const { answer, go } = inTwoParts('The first half,', ' the second half.')
  bench = await openDaemonBench([answer])
  const line = cutter()
  const driver = bench.client('driver')
  const threadId = await bench.thread(driver)
  const client = bench.client('shaky', {
    follow: new Map([[threadId, 0]]),
    failuresMax: 1_000,
    WebSocket: line.WebSocket,
  })
  await driver.submit(say('Tell me.'), { threadId })
  await client.event('agent_message_delta')
  line.cut()
  await client.item((item) => item.type === 'link' && item.status === 'lost')
  const snapshot = await client.event('item_snapshot')
  expect(snapshot.msg).toMatchObject({ text: 'The first half,' })
  go()
  await client.event('turn_complete')
  isUnbroken(client)
  expect(logged(client)).toEqual(logged(driver))
  const pieces = client.items.flatMap((item) =>
    item.type === 'event' && item.msg.type === 'agent_message_delta' ? [item.msg.text] : [],
  )
  expect(pieces).toEqual(['The first half,', ' the second half.'])
})

test('NET-10: over a line that says everything twice each event is heard once', async () => {
  bench = await openDaemonBench([calling('c1', 'echo once'), saying('Done.')])
  class Echoing extends WebSocket {
    override emit(name: string | symbol, ...told: unknown[]): boolean {
      if (name === 'message') super.emit(name, ...told)
      return super.emit(name, ...told)
    }
  }
  const driver = bench.client('driver')
  const threadId = await bench.thread(driver)
  const client = bench.client('echo', { follow: new Map([[threadId, 0]]), WebSocket: Echoing as never })
  await driver.submit(say('Once.'), { threadId })
  await Promise.all([driver.event('turn_complete'), client.event('turn_complete')])
  isUnbroken(client)
  expect(logged(client)).toEqual(logged(driver))
})

test('NET-13: a message of 50 MB is refused before it is sent, and one sent by force ends in no loop', {
  timeout: 120_000,
}, async () => {
  bench = await openDaemonBench([saying('Yes.')])
  const line = cutter()
  const client = bench.client('careful', { WebSocket: line.WebSocket })
  const threadId = await bench.thread(client)
  const text = 'x'.repeat(50 * 1024 * 1024)
  expect(await client.submit(say(text), { threadId })).toMatchObject({ type: 'rejected', code: 'frame_too_large' })
  expect(line.opened()).toBe(1)
  expect(await client.submit(say('Short'), { threadId })).toMatchObject({ type: 'accepted' })
  // A client without that guard is told by the code, and nothing of it is taken.
  const { url, token } = bench.daemon
  const forced = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
  const closed = new Promise<number>((resolve) => forced.on('close', resolve))
  forced.on('error', () => {})
  forced.on('open', () => forced.send(text.slice(0, INBOUND_FRAME_BYTES_MAX + 1)))
  expect(await closed).toBe(1009)
})

test('NET-14: five disconnects in one turn leave the run alive and the session whole', async () => {
  const { answer, go } = inTwoParts('Still', ' running.')
  bench = await openDaemonBench([answer, saying('And on.')])
  const line = cutter()
  const client = bench.client('shaky', { failuresMax: 1_000, WebSocket: line.WebSocket })
  const threadId = await bench.thread(client)
  await client.submit(say('Work.'), { threadId })
  await client.event('agent_message_delta')
  const isBack = (times: number) => () =>
    client.items.filter((item) => item.type === 'link' && item.status === 'ready').length > times
  for (let cut = 1; cut <= 5; cut++) {
    line.cut()
    await client.item(isBack(cut))
  }
  go()
  expect((await client.event('turn_complete')).msg).toMatchObject({ last_agent_message: 'Still running.' })
  await client.submit(say('Go on.'), { threadId })
  expect((await client.event('turn_complete', 1)).msg).toMatchObject({ last_agent_message: 'And on.' })
  isUnbroken(client)
  expect(bench.provider.sent).toHaveLength(2)
})

test('a link that is refused gives up and says why, instead of trying for ever', async () => {
  bench = await openDaemonBench([saying('Yes.')])
  const client = connectRawr({
    url: bench.daemon.url,
    token: 'wrong',
    client: { name: 'wrong', version: '0' },
    failuresMax: 3,
    setTimer: (_ms, callback) => {
      const timer = setTimeout(callback, 1)
      return () => clearTimeout(timer)
    },
  })
  const { code, message } = await client.closed
  expect(code).toBe('unreachable')
  expect(message).toMatch(/token/)
})

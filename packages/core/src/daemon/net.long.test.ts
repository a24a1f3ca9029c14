// Failure rows of kind NET whose own numbers take their time: a compaction of twenty seconds, a client that reads nothing for
// thirty, two hundred megabytes of events.
import { once } from 'node:events'
import { Epoch, type EventMsg, ItemId, type Op, SubmissionId, type ThreadId } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { systemClock } from '../adapters/clock.ts'
import { type Answer, responses } from '../adapters/model/testing/provider-server.ts'
import { memoryBlobs, memoryIds, memoryLogger } from '../testing/memory-ports.ts'
import { openServer } from './server.ts'
import { type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'
import { memoryRegistry } from './testing/memory-registry.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const open = async (answers: readonly Answer[]): Promise<DaemonBench> => {
  const bench = await openDaemonBench(answers)
  closing.push(() => bench.close())
  return bench
}

const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })

const line = (event: { type: string }): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

const lines = (name: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `${name}${n}: line ${n} of the answer.`).join('\n')

type Frame = { readonly type: string; readonly id?: string; readonly outcome?: string; readonly thread_id?: string }

/** A client without our library: JSON over a socket. It follows the thread, and `asked` is the answer to a submission. */
const plainClient = async (where: { readonly port: number; readonly token: string }, threadId: ThreadId) => {
  const { port, token } = where
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers: { authorization: `Bearer ${token}` } })
  closing.push(async () => socket.terminate())
  const watchers = new Set<(frame: Frame) => void>()
  socket.on('message', (text) => {
    const frame: Frame = JSON.parse(String(text))
    for (const watch of watchers) watch(frame)
  })
  const frame = (matches: (frame: Frame) => boolean): Promise<Frame> =>
    new Promise((resolve) => {
      watchers.add((one) => matches(one) && resolve(one))
    })
  await once(socket, 'open')
  const isLive = frame(({ type }) => type === 'replay_complete')
  const hello = { type: 'hello', protocol: { min: 1, max: 1 }, client: { name: 'plain', version: '0' } }
  socket.send(JSON.stringify({ ...hello, last_seen: [{ thread_id: threadId, seq: 0 }] }))
  await isLive
  return {
    socket,
    asked: (id: string, op: Op): Promise<Frame> => {
      const answer = frame((one) => one.id === id && (one.type === 'accepted' || one.type === 'rejected'))
      socket.send(JSON.stringify({ type: 'submission', id, thread_id: threadId, op }))
      return answer
    },
  }
}

const isQueueOf = (count: number, msg: EventMsg): boolean => msg.type === 'queue_changed' && msg.queued.length === count

const COMPACTION_MS = 20_000

test('NET-01: three messages during a compaction of twenty seconds, from two clients, are each answered once and in order', {
  timeout: 90_000,
}, async () => {
  const slowly: Answer = (response, sent) => {
    setTimeout(() => void saying('They printed lines.')(response, sent), COMPACTION_MS)
  }
  const answers = [lines('a', 1_500), lines('b', 1_500)].map(saying)
  const bench = await open([...answers, slowly, saying('A.'), saying('B.'), saying('C.')])
  const client = bench.client('client')
  const threadId = await bench.thread(client)
  const plain = await plainClient(bench.daemon, threadId)
  for (const turn of [0, 1]) {
    await client.submit(say(`Turn ${turn}`), { threadId })
    await client.event('turn_complete', turn)
  }
  const begun = performance.now()
  await client.submit({ type: 'compact', strategy: 'full' }, { threadId })
  await client.event('compaction_started')
  const last = SubmissionId.parse('sb_third')
  const typed = [
    await client.submit(say('First'), { threadId }),
    await plain.asked('sb_second', say('Second')),
    await client.submit(say('Third'), { threadId, id: last }),
  ]
  expect(typed).toMatchObject([{ outcome: 'queued' }, { outcome: 'queued' }, { outcome: 'queued' }])
  // Shown as queued while the compaction runs.
  await client.item((item) => item.type === 'event' && isQueueOf(3, item.msg))
  expect(client.logged().filter(({ msg }) => msg.type === 'context_compacted')).toEqual([])
  await client.event('context_compacted')
  expect(performance.now() - begun).toBeGreaterThan(COMPACTION_MS - 100)
  await client.item((item) => item.type === 'event' && item.id === last && item.msg.type === 'turn_complete')
  const told = client.logged().flatMap(({ msg }) => {
    if (msg.type === 'user_message' || msg.type === 'agent_message') return [msg.text]
    return msg.type === 'context_compacted' ? ['compacted'] : []
  })
  expect(told.slice(-7)).toEqual(['compacted', 'First', 'A.', 'Second', 'B.', 'Third', 'C.'])
  expect(told.filter((words) => ['First', 'Second', 'Third'].includes(words))).toHaveLength(3)
})

const FIVE_MB = 5 * 1024 * 1024
const STALL_MS = 30_000

test('NET-08: a client that does not read for thirty seconds of a 5 MB stream loses no final state and slows nobody', {
  timeout: 90_000,
}, async () => {
  const piece = 'x'.repeat(1_024)
  const pieces = FIVE_MB / piece.length
  const bench = await open([
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let n = 0; n < pieces; n++) response.write(line(responses.text(piece)))
      response.write(line(responses.done(responses.message(piece.repeat(pieces)))))
      response.end(line(responses.completed()))
    },
    saying('And after it.'),
  ])
  const quick = bench.client('quick')
  const threadId = await bench.thread(quick)
  const sockets: WebSocket[] = []
  class Known extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols)
      sockets.push(this)
    }
  }
  const slow = bench.client('slow', { follow: new Map([[threadId, 0]]), WebSocket: Known as never })
  await slow.item((item) => item.type === 'replay_complete')
  sockets[0]?.pause()
  const stalled = new Promise((resolve) => setTimeout(resolve, STALL_MS))
  await quick.submit(say('A lot.'), { threadId })
  await quick.event('turn_complete')
  await quick.submit(say('More.'), { threadId })
  await quick.event('turn_complete', 1)
  // The quick one was done with both turns while the slow one read nothing.
  expect(slow.logged().length).toBeLessThan(quick.logged().length)
  await stalled
  sockets[0]?.resume()
  await slow.event('turn_complete', 1)
  expect(slow.logged()).toEqual(quick.logged())
  // It was never cut off, and what it had no room for was left out, not kept for it.
  expect(sockets).toHaveLength(1)
  expect(slow.items.filter(({ type }) => type === 'gap')).toEqual([])
  const streamed = (client: typeof slow): number =>
    client.items.filter((item) => item.type === 'event' && item.msg.type === 'agent_message_delta').length
  expect(streamed(slow)).toBeLessThan(streamed(quick))
})

const EVENTS = 1_000
const EVENT_BYTES = 200 * 1024

test('NET-09: 200 MB of events for a client that reads nothing take no memory, and the log says what was done', {
  timeout: 90_000,
}, async () => {
  const logger = memoryLogger()
  const registry = memoryRegistry()
  const server = await openServer({
    doors: [{ host: '127.0.0.1', port: 0, certificate: null }],
    auth: { token: 't', allowedOrigins: [] },
    version: '0.1.0',
    epoch: Epoch.parse('ep_1'),
    registry,
    blobs: memoryBlobs(),
    clock: systemClock(),
    ids: memoryIds(),
    logger,
    onShutdown: () => {},
    onClients: () => {},
  })
  closing.push(() => server.close())
  const { socket } = await plainClient({ port: server.ports[0] ?? 0, token: 't' }, registry.threadId)
  socket.pause()
  const [follower] = registry.followers
  const before = process.memoryUsage().rss
  let most = before
  for (let n = 1; n <= EVENTS; n++) {
    const msg = {
      type: 'agent_message',
      item_id: ItemId.parse(`i${n}`),
      text: `${n}`.padEnd(EVENT_BYTES, '.'),
    } as const
    follower?.onEvent({ type: 'event', thread_id: registry.threadId, seq: n, id: null, msg })
    if (n % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
    most = Math.max(most, process.memoryUsage().rss)
  }
  expect((most - before) / 1024 / 1024).toBeLessThan(100)
  expect(logger.entries.map(({ event }) => event)).toContain('client_evicted')
  expect(registry.followers.size).toBe(0)
})

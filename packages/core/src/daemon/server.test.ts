// The door over real sockets; behind it a registry whose events the test publishes.
import { once } from 'node:events'
import { Epoch, type EventMsg, INBOUND_FRAME_BYTES_MAX, ItemId, type ServerFrame } from '@rawr/protocol'
import { connectRawr, subprotocolsFor } from '@rawr/protocol/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  type MemoryClock,
  type MemoryLogger,
  memoryBlobs,
  memoryClock,
  memoryIds,
  memoryLogger,
} from '../testing/memory-ports.ts'
import { HEARTBEAT_MS } from './connection.ts'
import { PINGS_UNANSWERED_MAX } from './pulse.ts'
import { CLIENTS_MAX, openServer, type Server } from './server.ts'
import { type MemoryRegistry, memoryRegistry } from './testing/memory-registry.ts'

const TOKEN = 'right'
let registry: MemoryRegistry
let logger: MemoryLogger
let clock: MemoryClock
let server: Server
let sockets: WebSocket[]

beforeEach(async () => {
  registry = memoryRegistry()
  logger = memoryLogger()
  clock = memoryClock()
  sockets = []
  server = await openServer({
    doors: [{ host: '127.0.0.1', port: 0, certificate: null }],
    auth: { token: TOKEN, allowedOrigins: ['https://editor.example'] },
    version: '0.1.0',
    epoch: Epoch.parse('ep_1'),
    registry,
    blobs: memoryBlobs(),
    clock,
    ids: memoryIds(),
    logger,
    onShutdown: () => {},
    onClients: () => {},
  })
})

afterEach(async () => {
  for (const socket of sockets) socket.terminate()
  const closing = server.close()
  clock.advance(1_000)
  await closing
})

const BEARER = { authorization: `Bearer ${TOKEN}` }

const connect = (headers: Record<string, string> = BEARER, protocols: string[] = [], options: object = {}) => {
  const socket = new WebSocket(`ws://127.0.0.1:${server.ports[0]}/`, protocols, { headers, ...options })
  // A refused one is terminated before it was open, and says so.
  socket.on('error', () => {})
  sockets.push(socket)
  return socket
}

const frames = (socket: WebSocket) => {
  const got: ServerFrame[] = []
  socket.on('message', (text) => got.push(JSON.parse(String(text))))
  return got
}

const hello = (seq = 0) =>
  JSON.stringify({
    type: 'hello',
    protocol: { min: 1, max: 1 },
    client: { name: 'test', version: '0.1.0' },
    last_seen: [{ thread_id: 'th_1', seq }],
  })

/** A client that has said hello and is live. */
const live = async () => {
  const socket = connect()
  const got = frames(socket)
  await once(socket, 'open')
  socket.send(hello())
  while (got.at(-1)?.type !== 'replay_complete') await once(socket, 'message')
  return { socket, got }
}

const long = (n: number): EventMsg => ({
  type: 'agent_message',
  item_id: ItemId.parse(`i${n}`),
  text: `${n}`.padEnd(200_000, '.'),
})

describe('who may come in', () => {
  const refusedWith = async (socket: WebSocket) => {
    const [, response] = await once(socket, 'unexpected-response')
    return response.statusCode
  }

  test('a wrong token and none get 401, a page that is not on the list 403', async () => {
    expect(await refusedWith(connect({ authorization: 'Bearer wrong' }))).toBe(401)
    expect(await refusedWith(connect({}))).toBe(401)
    expect(await refusedWith(connect({ authorization: `Bearer ${TOKEN}`, origin: 'https://evil.example' }))).toBe(403)
  })

  test('a page on the list comes in with the token as a subprotocol, which is not echoed', async () => {
    const socket = connect({ origin: 'https://editor.example' }, subprotocolsFor(TOKEN))
    await once(socket, 'open')
    expect(socket.protocol).toBe('rawr')
  })

  test('no more at a time than there is room for', async () => {
    const inside = Array.from({ length: CLIENTS_MAX }, () => connect())
    await Promise.all(inside.map((socket) => once(socket, 'open')))
    expect(await refusedWith(connect())).toBe(503)
    const [first] = inside
    first?.close()
    await new Promise((resolve) => first?.on('close', resolve))
    await once(connect(), 'open')
  })

  test('once the daemon drains nobody does', async () => {
    server.drain()
    expect(await refusedWith(connect())).toBe(503)
  })
})

test('anyone may ask whether it lives, is ready, and which version it is; nothing else is told', async () => {
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.ports[0]}${path}`)
    return [response.status, await response.json()]
  }
  expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
  expect(await ask('/readyz')).toEqual([200, { status: 'ready' }])
  expect(await ask('/version')).toEqual([
    200,
    { name: 'rawr', version: '0.1.0', epoch: 'ep_1', protocol: { min: 1, max: 1 } },
  ])
  expect((await ask('/'))[0]).toBe(404)
  server.drain()
  expect(await ask('/readyz')).toEqual([503, { status: 'draining' }])
})

describe('frames', () => {
  test('that cannot be read, or ask for what nobody knows, are rejected by name and the socket stays', async () => {
    const { socket, got } = await live()
    const answers: [string | Buffer, object][] = [
      ['{"type":"subm', { type: 'rejected', id: null, code: 'bad_json' }],
      [Buffer.from([0xff, 0x00]), { type: 'rejected', id: null, code: 'bad_json' }],
      [
        '{"type":"submission","id":"sb_1","op":{"type":"dance"}}',
        { id: 'sb_1', code: 'unknown_op', path: ['op', 'type'] },
      ],
      ['{"type":"submission","id":"sb_2","op":{"type":"interrupt"}}', { id: 'sb_2', code: 'thread_required' }],
      [
        '{"type":"submission","id":"sb_3","thread_id":"th_1","op":{"type":"interrupt","now":1}}',
        { id: 'sb_3', code: 'unknown_field', path: ['op', 'now'] },
      ],
      [
        '{"type":"submission","id":"sb_4","thread_id":"th_1","op":{"type":"interrupt"}}',
        { type: 'accepted', id: 'sb_4' },
      ],
    ]
    for (const [text, expected] of answers) {
      socket.send(text)
      await once(socket, 'message')
      expect(got.at(-1)).toMatchObject(expected)
    }
  })

  test('larger than the limit end the socket with 1009, and nothing of them is kept', async () => {
    const { socket } = await live()
    const closed = once(socket, 'close')
    socket.send('x'.repeat(INBOUND_FRAME_BYTES_MAX + 1))
    expect((await closed)[0]).toBe(1009)
    expect(registry.submitted).toEqual([])
  })

  test('before hello close the socket', async () => {
    const socket = connect()
    const got = frames(socket)
    await once(socket, 'open')
    socket.send('{"type":"submission","id":"sb_1","op":{"type":"shutdown"}}')
    expect((await once(socket, 'close'))[0]).toBe(4000)
    expect(got).toMatchObject([{ type: 'rejected', id: 'sb_1', code: 'hello_required' }])
  })
})

describe('a client that does not read', () => {
  test('is let go, another one and the thread do not notice, and what it missed is replayed', {
    timeout: 60_000,
  }, async () => {
    const slow = await live()
    const quick = await live()
    slow.socket.pause()
    const closed = once(slow.socket, 'close')
    let published = 0
    while (registry.followers.size === 2 && published < 400) {
      registry.publish(long(published++))
      // The quick one keeps up: it has read everything before the next event.
      while (quick.got.filter(({ type }) => type === 'event').length < published) await once(quick.socket, 'message')
    }
    expect(published).toBeLessThan(400)
    expect(logger.entries.map(({ event }) => event)).toContain('client_evicted')
    slow.socket.resume()
    await closed
    const seen = slow.got.filter(({ type }) => type === 'event').length
    expect(seen).toBeLessThan(published)

    const again = connect()
    const got = frames(again)
    await once(again, 'open')
    again.send(hello(seen))
    while (got.at(-1)?.type !== 'replay_complete') await once(again, 'message')
    const seqs = got.flatMap((frame) => (frame.type === 'event' ? [frame.seq] : []))
    expect(seqs).toEqual(Array.from({ length: published - seen }, (_, n) => seen + n + 1))
  })

  test('is never let go for a replay, however long', { timeout: 60_000 }, async () => {
    const count = 60
    for (let n = 0; n < count; n++) registry.publish(long(n))
    const socket = connect()
    const got = frames(socket)
    await once(socket, 'open')
    socket.send(hello())
    await once(socket, 'message')
    socket.pause()
    // The quick one goes through the whole past meanwhile.
    await live()
    expect(registry.followers.size).toBe(2)
    socket.resume()
    while (got.at(-1)?.type !== 'replay_complete') await once(socket, 'message')
    expect(got.flatMap((frame) => (frame.type === 'event' ? [frame.seq] : []))).toHaveLength(count)
  })
})

test('a client that answers three pings in a row with nothing is taken for dead', { timeout: 60_000 }, async () => {
  const deaf = connect(undefined, [], { autoPong: false })
  await once(deaf, 'open')
  const alive = connect()
  await once(alive, 'open')
  for (const socket of [deaf, alive]) {
    socket.send(hello())
    await once(socket, 'message')
  }
  const closed = once(deaf, 'close')
  for (let pings = 0; pings < PINGS_UNANSWERED_MAX; pings++) {
    const asked = Promise.all([once(deaf, 'ping'), once(alive, 'ping')])
    clock.advance(HEARTBEAT_MS)
    await asked
    expect(deaf.readyState).toBe(WebSocket.OPEN)
    // What is answered stands behind the pong.
    alive.send(hello())
    await once(alive, 'message')
  }
  clock.advance(HEARTBEAT_MS)
  await closed
  expect(alive.readyState).toBe(WebSocket.OPEN)
})

test('a closing server tells its clients and waits no longer for those that do not answer', async () => {
  const polite = await live()
  const deaf = await live()
  deaf.socket.pause()
  const closed = once(polite.socket, 'close')
  const closing = server.close()
  expect((await closed)[0]).toBe(1001)
  clock.advance(1_000)
  await closing
})

test('the typed client says the same things as a hand-made one', async () => {
  const [port] = server.ports
  const client = connectRawr({
    url: `ws://127.0.0.1:${port}`,
    token: TOKEN,
    client: { name: 'typed', version: '0.1.0' },
    follow: new Map([[registry.threadId, 0]]),
  })
  registry.publish(long(1))
  expect(await client.submit({ type: 'interrupt' }, { threadId: registry.threadId })).toMatchObject({
    type: 'accepted',
  })
  const kinds: string[] = []
  for await (const item of client.events()) {
    kinds.push(item.type)
    if (item.type === 'replay_complete') break
  }
  expect(kinds).toEqual(['link', 'event', 'replay_complete'])
  client.close()
  expect(await client.closed).toMatchObject({ code: 'closed_by_client' })
})

// What one client can do too often or too slowly: hellos without end, sockets without end, threads without end, a handshake
// that never ends. Each has its answer, and the daemon holds no more afterwards than before.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { memoryClock } from '../testing/memory-ports.ts'
import { FOLLOWED_MAX } from './admission.ts'
import { CLOSE_MS, HELLO_MS_MAX } from './client-connection.ts'
import { CLIENTS_MAX } from './server.ts'
import { type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'
import { OPCODE, openRawSocket, rawFrame } from './testing/raw-socket.ts'

let bench: DaemonBench

afterEach(() => bench.close())

const HELLO = JSON.stringify({ type: 'hello', protocol: { min: 1, max: 1 }, client: { name: 'crowd', version: '0' } })

const dial = () => {
  const { url, token } = bench.daemon
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
  socket.on('error', () => {})
  return socket
}

/** Says hello and is welcomed. */
const greet = async () => {
  const socket = dial()
  await once(socket, 'open')
  socket.send(HELLO)
  const [frame] = await once(socket, 'message')
  return { socket, welcome: JSON.parse(String(frame)) }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What is still held of sockets that are gone, the test's own ends included. */
const heldBytes = async (): Promise<number> => {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  return process.memoryUsage().heapUsed
}

test('five thousand hellos on one socket are each refused, and it still answers', { timeout: 30_000 }, async () => {
  bench = await openDaemonBench([saying('Yes.')])
  const { socket } = await greet()
  const codes: string[] = []
  socket.on('message', (text) => codes.push(JSON.parse(String(text)).code ?? JSON.parse(String(text)).type))
  for (let n = 0; n < 5_000; n++) socket.send(HELLO)
  socket.send('{"type":"submission","id":"sb_1","op":{"type":"thread_list"}}')
  while (codes.at(-1) !== 'accepted') await once(socket, 'message')
  expect(codes.filter((code) => code === 'invalid')).toHaveLength(5_000)
  socket.terminate()
})

test('two thousand sockets one behind the other leave nothing behind', { timeout: 60_000 }, async () => {
  bench = await openDaemonBench([saying('Yes.')])
  const round = async (count: number): Promise<void> => {
    const opened = await Promise.all(Array.from({ length: count }, greet))
    for (const { socket } of opened) socket.terminate()
    await Promise.all(opened.map(({ socket }) => once(socket, 'close')))
  }
  for (let warm = 0; warm < 8; warm++) await round(50)
  const before = await heldBytes()
  for (let n = 0; n < 40; n++) await round(50)
  // A kilobyte kept of each would be twice as much.
  expect((await heldBytes()) - before).toBeLessThan(1024 * 1024)
})

test(`more than ${CLIENTS_MAX} clients at a time are refused with 503, and let in when there is room`, {
  timeout: 60_000,
}, async () => {
  bench = await openDaemonBench([saying('Yes.')])
  const all = await Promise.all(Array.from({ length: CLIENTS_MAX }, greet))
  const [, response] = await once(dial(), 'unexpected-response')
  expect(response.statusCode).toBe(503)
  const [first] = all
  first?.socket.close()
  if (first !== undefined) await once(first.socket, 'close')
  expect((await greet()).welcome).toMatchObject({ type: 'welcome' })
  for (const { socket } of all) socket.terminate()
})

test(`one client opens ${FOLLOWED_MAX} threads and follows them all; the next is refused, on a new connection it is not`, {
  timeout: 60_000,
}, async () => {
  bench = await openDaemonBench([saying('Yes.')])
  const client = bench.client()
  for (let n = 0; n < FOLLOWED_MAX; n++) await bench.thread(client)
  for (let n = 0; n < 100; n++)
    expect(await client.submit(bench.startOp)).toMatchObject({ type: 'rejected', code: 'queue_full' })
  const told = new Set(client.logged().map(({ thread_id }) => thread_id))
  expect(told.size).toBe(FOLLOWED_MAX)
  expect(await bench.thread(bench.client('fresh'))).toMatch(/^th_/)
})

test('a hello that comes letter by letter and never ends is not waited for: 4000 after ten seconds', async () => {
  const clock = memoryClock()
  bench = await openDaemonBench([saying('Yes.')], { clock })
  const { port, token } = bench.daemon
  const slow = await openRawSocket({ port, token })
  slow.write(rawFrame({ opcode: OPCODE.text, payload: Buffer.from('{'), isLast: false }))
  for (let second = 1; second <= HELLO_MS_MAX / 1_000; second++) {
    slow.write(rawFrame({ opcode: OPCODE.continuation, payload: Buffer.from(' '), isLast: false }))
    slow.write(rawFrame({ opcode: OPCODE.ping }))
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(1_000)
  }
  // It does not answer the close either.
  while (!slow.received().includes('first frame')) await once(slow.socket, 'data')
  clock.advance(CLOSE_MS)
  expect(await slow.closeCode).toBe(4000)
})

test('handshakes that never end hold their own sockets only: an honest client is let in beside them', {
  timeout: 30_000,
}, async () => {
  bench = await openDaemonBench([saying('Yes.')])
  const slow = Array.from({ length: 500 }, () => connect(bench.daemon.port, '127.0.0.1'))
  await Promise.all(slow.map((socket) => once(socket, 'connect')))
  for (const socket of slow) {
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nX-Slow: ')
  }
  expect((await greet()).welcome).toMatchObject({ type: 'welcome' })
  for (const socket of slow) socket.destroy()
})

import { ClientId, Epoch, type ServerFrame } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { memoryClock, memoryLogger } from '../testing/memory-ports.ts'
import { type ClientSocket, HELLO_MS_MAX, openClientConnection } from './client-connection.ts'
import { EVICT_BYTES, PAUSE_BYTES } from './connection.ts'
import { memoryRegistry } from './testing/memory-registry.ts'

/** A socket that takes nothing until it is told to. */
const handSocket = () => {
  const sent: ServerFrame[] = []
  const done: (() => void)[] = []
  const state = { bufferedAmount: 0, ended: '' }
  const socket: ClientSocket = {
    get bufferedAmount() {
      return state.bufferedAmount
    },
    send: (text, taken) => {
      sent.push(JSON.parse(text))
      state.bufferedAmount += text.length
      done.push(taken)
    },
    close: (code) => {
      state.ended = `closed ${code}`
    },
    terminate: () => {
      state.ended = 'terminated'
    },
  }
  const drain = (): void => {
    state.bufferedAmount = 0
    for (const taken of done.splice(0)) taken()
  }
  return { socket, sent, state, drain }
}

const open = () => {
  const registry = memoryRegistry()
  const clock = memoryClock()
  const shutdowns: string[] = []
  const hand = handSocket()
  const connection = openClientConnection({
    socket: hand.socket,
    greeting: {
      clientId: ClientId.parse('cl_1'),
      epoch: Epoch.parse('ep_1'),
      server: { name: 'rawr', version: '0.1.0' },
    },
    registry,
    clock,
    logger: memoryLogger(),
    encode: (frame) => JSON.stringify(frame),
    onShutdown: () => shutdowns.push('asked'),
  })
  return { ...hand, registry, clock, shutdowns, connection }
}

const hello = JSON.stringify({
  type: 'hello',
  protocol: { min: 1, max: 1 },
  client: { name: 'test', version: '0.1.0' },
  last_seen: [{ thread_id: 'th_1', seq: 0 }],
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

const types = (frames: readonly ServerFrame[]) =>
  frames.map((frame) => (frame.type === 'event' ? `${frame.type} ${frame.seq}` : frame.type))

test('the past comes first, then what happens, in one unbroken line', async () => {
  const { connection, sent, registry } = open()
  registry.publish({ type: 'warning', message: 'before' })
  connection.received(hello)
  await settled()
  registry.publish({ type: 'warning', message: 'after' })
  expect(types(sent)).toEqual(['welcome', 'event 1', 'replay_complete', 'event 2'])
})

test('who says nothing for ten seconds is let go', () => {
  const { clock, sent, state } = open()
  clock.advance(HELLO_MS_MAX)
  expect([types(sent), state.ended]).toEqual([['rejected'], 'closed 4000'])
})

test('a replay waits for the socket, however long the past is', async () => {
  const { connection, sent, registry, drain, state } = open()
  const text = 'x'.repeat(PAUSE_BYTES / 8)
  for (let n = 0; n < 400; n++) registry.publish({ type: 'warning', message: text })
  connection.received(hello)
  await settled()
  expect(sent.length).toBeLessThan(100)
  expect(state.bufferedAmount).toBeLessThan(EVICT_BYTES)
  for (let rounds = 0; rounds < 60; rounds++) drain()
  expect(types(sent).at(-1)).toBe('replay_complete')
  expect(sent).toHaveLength(402)
})

test('what happens while the socket is full is held, then sent; too much of it ends the connection', async () => {
  const { connection, sent, registry, drain, state } = open()
  connection.received(hello)
  await settled()
  const text = 'x'.repeat(PAUSE_BYTES)
  registry.publish({ type: 'warning', message: text })
  registry.publish({ type: 'warning', message: 'held' })
  expect(types(sent).at(-1)).toBe('event 1')
  drain()
  expect(types(sent).at(-1)).toBe('event 2')
  for (let n = 0; n < 20; n++) registry.publish({ type: 'warning', message: text })
  expect(state.ended).toBe('terminated')
  expect(registry.followers.size).toBe(0)
})

test('the end of the daemon is accepted before it is begun', async () => {
  const { connection, sent, shutdowns } = open()
  connection.received(hello)
  connection.received('{"type":"submission","id":"sb_1","op":{"type":"shutdown"}}')
  expect([types(sent), shutdowns]).toEqual([['welcome', 'accepted'], ['asked']])
})

test('who is gone follows nothing any more, and what was asked is still answered to nobody', async () => {
  const { connection, registry, sent } = open()
  connection.received(hello)
  await settled()
  connection.received('{"type":"submission","id":"sb_1","thread_id":"th_1","op":{"type":"interrupt"}}')
  connection.socketClosed()
  await settled()
  expect(registry.followers.size).toBe(0)
  expect(types(sent)).toEqual(['welcome', 'replay_complete'])
})

import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { memoryClock } from '../testing/memory-ports.ts'
import { HEARTBEAT_MS, PAUSE_BYTES } from './connection.ts'
import { PINGS_UNANSWERED_MAX, watchPulse } from './pulse.ts'

const open = () => {
  const clock = memoryClock()
  const done: string[] = []
  const heartbeats: string[] = []
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    ping: () => done.push('ping'),
    send: (text: string) => heartbeats.push(text),
    pong: () => done.push('pong'),
    terminate: () => done.push('terminate'),
  })
  watchPulse(socket, clock)
  return { clock, socket, done, heartbeats }
}

test('silence is asked about three times, then the socket is cut', () => {
  const { clock, done } = open()
  clock.advance(HEARTBEAT_MS * PINGS_UNANSWERED_MAX)
  expect(done).toEqual(['ping', 'ping', 'ping'])
  clock.advance(HEARTBEAT_MS)
  expect(done.at(-1)).toBe('terminate')
})

test.each(['pong', 'message', 'ping'])('a %s is a sign of life', (sign) => {
  const { clock, socket, done } = open()
  for (let round = 0; round < 10; round++) {
    clock.advance(HEARTBEAT_MS * PINGS_UNANSWERED_MAX)
    socket.emit(sign, new Uint8Array())
  }
  expect(done).not.toContain('terminate')
})

test('a ping is answered, unless the answers pile up', () => {
  const { socket, done } = open()
  socket.emit('ping', new Uint8Array())
  socket.bufferedAmount = PAUSE_BYTES
  socket.emit('ping', new Uint8Array())
  expect(done).toEqual(['pong'])
})

test('a closed socket is asked nothing more', () => {
  const { clock, socket, done } = open()
  socket.emit('close')
  clock.advance(HEARTBEAT_MS * 10)
  expect(done).toEqual([])
})

test('with each ping goes a heartbeat that a page sees too, unless much waits to be read already', () => {
  const { clock, socket, heartbeats } = open()
  clock.advance(HEARTBEAT_MS)
  socket.bufferedAmount = PAUSE_BYTES
  clock.advance(HEARTBEAT_MS)
  expect(heartbeats).toEqual(['{"type":"heartbeat"}'])
})

/**
 * Whether somebody still lives at the other end of a socket. A client that reads slowly answers a ping late, behind all
 * that waits for it, so only long silence counts as death: what is owed to a slow one has its own limit.
 */
import { encodeFrame } from '@rawr/protocol'
import type { Clock } from '../ports/clock.ts'
import { HEARTBEAT_MS, PAUSE_BYTES } from './connection.ts'

/** Pings in a row without a sign of life before the socket is cut. */
export const PINGS_UNANSWERED_MAX = 3

/** What is used of a server's socket. */
export interface PulseSocket {
  readonly bufferedAmount: number
  on(event: 'pong' | 'message' | 'close', listener: () => void): unknown
  on(event: 'ping', listener: (content: Uint8Array) => void): unknown
  ping(): void
  send(text: string): void
  pong(content: Uint8Array): void
  terminate(): void
}

const HEARTBEAT = encodeFrame({ type: 'heartbeat' })

export const watchPulse = (socket: PulseSocket, clock: Pick<Clock, 'after'>): void => {
  let unanswered = 0
  let cancel = (): void => {}
  const beat = (): void => {
    if (unanswered >= PINGS_UNANSWERED_MAX) {
      socket.terminate()
      return
    }
    unanswered += 1
    socket.ping()
    // A page sees no ping. One for whom much waits already hears from us as it reads.
    if (socket.bufferedAmount < PAUSE_BYTES) socket.send(HEARTBEAT)
    cancel = clock.after(HEARTBEAT_MS, beat)
  }
  const lives = (): void => {
    unanswered = 0
  }
  cancel = clock.after(HEARTBEAT_MS, beat)
  socket.on('pong', lives)
  socket.on('message', lives)
  socket.on('ping', (content) => {
    lives()
    // One who asks without reading the answers would fill the memory with them.
    if (socket.bufferedAmount < PAUSE_BYTES) socket.pong(content)
  })
  socket.on('close', () => cancel())
}

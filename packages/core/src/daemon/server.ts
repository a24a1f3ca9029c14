/**
 * The daemon's doors and the sockets that came in through them: one client connection each, and the end of all of them.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Epoch, INBOUND_FRAME_BYTES_MAX } from '@rawr/protocol'
import { SUBPROTOCOL } from '@rawr/protocol/client'
import { type WebSocket, WebSocketServer } from 'ws'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { IdSource } from '../ports/id-source.ts'
import type { Logger } from '../ports/logger.ts'
import type { AuthRules } from './auth.ts'
import { CLOSE_MS, type ClientConnection, openClientConnection } from './client-connection.ts'
import { type Door, type DoorOptions, openDoor } from './door.ts'
import { frameEncoder } from './encode-frame.ts'
import { watchPulse } from './pulse.ts'
import type { Registry } from './registry.ts'

export type ServerOptions = {
  readonly doors: readonly DoorOptions[]
  readonly auth: AuthRules
  readonly version: string
  readonly epoch: Epoch
  readonly registry: Registry
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly ids: Pick<IdSource, 'client'>
  readonly logger: Logger
  readonly onShutdown: () => void
  /** Called whenever a client came or went, with how many there are. */
  readonly onClients: (count: number) => void
}

export type Server = {
  /** In the order of the doors. */
  readonly ports: readonly number[]
  /** New sockets are refused and `/readyz` says 503; those that are open stay. */
  drain(): void
  close(): Promise<void>
}

/** Clients with the token at a time; one more is refused with 503. */
export const CLIENTS_MAX = 256

export const openServer = async (options: ServerOptions): Promise<Server> => {
  const clients = new Map<WebSocket, ClientConnection>()
  const encode = frameEncoder(options)
  let isDraining = false

  const admit = (socket: WebSocket): void => {
    const server = { name: 'rawr', version: options.version }
    const greeting = { clientId: options.ids.client(), epoch: options.epoch, server }
    const connection = openClientConnection({ ...options, socket, greeting, encode })
    clients.set(socket, connection)
    options.onClients(clients.size)
    watchPulse(socket, options.clock)
    listenTo(socket, connection, options.logger)
    socket.on('close', () => {
      clients.delete(socket)
      options.onClients(clients.size)
    })
  }

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: INBOUND_FRAME_BYTES_MAX,
    perMessageDeflate: false,
    autoPong: false,
    // Never the one that carries the token: an answer is easier to see than a question.
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  })
  const rules = {
    ...options,
    isDraining: () => isDraining,
    isFull: () => clients.size >= CLIENTS_MAX,
    onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
      sockets.handleUpgrade(request, socket, head, admit),
  }
  const doors = await openAll(options.doors, (door) => openDoor(door, rules))

  return {
    ports: doors.map(({ port }) => port),
    drain: () => {
      isDraining = true
    },
    close: async () => {
      isDraining = true
      for (const connection of clients.values()) connection.goAway()
      const cut = options.clock.after(CLOSE_MS, () => {
        for (const socket of clients.keys()) socket.terminate()
      })
      await Promise.all(doors.map((door) => door.close()))
      cut()
    },
  }
}

/** All or none: a port that is taken leaves no other one open. */
const openAll = async (plans: readonly DoorOptions[], open: (plan: DoorOptions) => Promise<Door>): Promise<Door[]> => {
  const doors: Door[] = []
  try {
    for (const plan of plans) doors.push(await open(plan))
    return doors
  } catch (cause) {
    await Promise.all(doors.map((door) => door.close()))
    throw cause
  }
}

const listenTo = (socket: WebSocket, connection: ClientConnection, logger: Logger): void => {
  socket.on('message', (content, isBinary) => {
    // A frame is text; bytes that are none are answered as one that cannot be read.
    connection.received(isBinary ? '' : content.toString())
  })
  socket.on('error', (cause) => logger.debug('socket_failed', { cause }))
  socket.on('close', () => connection.socketClosed())
}

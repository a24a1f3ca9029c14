/**
 * The daemon's door: HTTP on loopback for three questions anyone may ask, and WebSocket for those with the token. What is
 * said over a socket is the connection machine's business.
 */
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Epoch, INBOUND_FRAME_BYTES_MAX, PROTOCOL_VERSION } from '@rawr/protocol'
import { SUBPROTOCOL } from '@rawr/protocol/client'
import { type WebSocket, WebSocketServer } from 'ws'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { IdSource } from '../ports/id-source.ts'
import type { Logger } from '../ports/logger.ts'
import { type AuthRules, judgeUpgrade } from './auth.ts'
import { type ClientConnection, openClientConnection } from './client-connection.ts'
import { frameEncoder } from './encode-frame.ts'
import type { Registry } from './registry.ts'

export type ServerOptions = {
  readonly host: string
  /** 0: any free one. */
  readonly port: number
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
  readonly port: number
  /** New sockets are refused and `/readyz` says 503; those that are open stay. */
  drain(): void
  close(): Promise<void>
}

/** A socket that has answered no ping by the next one is dead, though nobody said so. */
const PING_MS = 30_000

/** Time a client has to answer the close; then its socket is cut. */
const CLOSE_MS = 1_000

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
    listenTo(socket, connection, options)
    socket.on('close', () => {
      clients.delete(socket)
      options.onClients(clients.size)
    })
  }

  const http = createServer((request, response) => answer(request, response, { ...options, isDraining }))
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: INBOUND_FRAME_BYTES_MAX,
    perMessageDeflate: false,
    // Never the one that carries the token: an answer is easier to see than a question.
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  })
  http.on('upgrade', (request, socket, head) => {
    socket.on('error', (cause) => options.logger.debug('upgrade_failed', { cause }))
    const refusal = isDraining ? 503 : refusalOf(request, options.auth)
    if (refusal === null) sockets.handleUpgrade(request, socket, head, admit)
    else refuseUpgrade(socket, refusal)
  })
  const port = await listen(http, options)

  return {
    port,
    drain: () => {
      isDraining = true
    },
    close: async () => {
      isDraining = true
      for (const connection of clients.values()) connection.goAway()
      const cut = options.clock.after(CLOSE_MS, () => {
        for (const socket of clients.keys()) socket.terminate()
      })
      await new Promise<void>((resolve) => {
        http.close(() => resolve())
        http.closeIdleConnections()
      })
      cut()
    },
  }
}

const listen = (http: HttpServer, { port, host }: ServerOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, () => {
      http.off('error', reject)
      const address = http.address()
      if (address === null || typeof address === 'string') reject(new Error(`no port: ${address}`))
      else resolve(address.port)
    })
  })

type Readiness = Pick<ServerOptions, 'version' | 'epoch'> & { readonly isDraining: boolean }

/** No token needed: what is told says who answers on this port, and nothing of what it does. */
const answer = (request: IncomingMessage, response: ServerResponse, readiness: Readiness): void => {
  const { version, epoch, isDraining } = readiness
  const reply = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(`${JSON.stringify(body)}\n`)
  }
  if (request.url === '/healthz') reply(200, { status: 'ok' })
  else if (request.url === '/readyz') reply(isDraining ? 503 : 200, { status: isDraining ? 'draining' : 'ready' })
  else if (request.url === '/version') reply(200, { name: 'rawr', version, epoch, protocol: PROTOCOL_VERSION })
  else reply(404, { error: 'there are /healthz, /readyz, /version, and a WebSocket on /' })
}

const refusalOf = (request: IncomingMessage, rules: AuthRules): 401 | 403 | null => {
  const { authorization, origin, 'sec-websocket-protocol': subprotocols } = request.headers
  const verdict = judgeUpgrade({ authorization, origin, subprotocols }, rules)
  return verdict.admitted ? null : verdict.status
}

const REASONS = { 401: 'Unauthorized', 403: 'Forbidden', 503: 'Service Unavailable' } as const

const refuseUpgrade = (socket: Duplex, status: keyof typeof REASONS): void => {
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

const listenTo = (socket: WebSocket, connection: ClientConnection, { clock, logger }: ServerOptions): void => {
  let isAnswered = true
  let cancelPing = (): void => {}
  const ping = (): void => {
    if (!isAnswered) {
      socket.terminate()
      return
    }
    isAnswered = false
    socket.ping()
    cancelPing = clock.after(PING_MS, ping)
  }
  cancelPing = clock.after(PING_MS, ping)
  socket.on('pong', () => {
    isAnswered = true
  })
  socket.on('message', (content, isBinary) => {
    // A frame is text; bytes that are none are answered as one that cannot be read.
    connection.received(isBinary ? '' : content.toString())
  })
  socket.on('error', (cause) => logger.debug('socket_failed', { cause }))
  socket.on('close', () => {
    cancelPing()
    connection.socketClosed()
  })
}

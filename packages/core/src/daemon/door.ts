/**
 * One listening port: three questions that anyone may ask over HTTP (HTTPS with a certificate), and the upgrade to a
 * WebSocket for those with the token. What is said over a socket is somebody else's business.
 */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { type Epoch, PROTOCOL_VERSION } from '@rawr/protocol'
import { http } from '../adapters/node-http.ts'
import type { Logger } from '../ports/logger.ts'
import { type AuthRules, judgeUpgrade } from './auth.ts'
import type { Certificate } from './certificate.ts'

export type DoorOptions = {
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  /** `null`: without TLS. */
  readonly certificate: Certificate | null
}

export type DoorRules = {
  readonly auth: AuthRules
  readonly version: string
  readonly epoch: Epoch
  readonly logger: Logger
  /** New sockets are refused, and `/readyz` says so. */
  readonly isDraining: () => boolean
  /** No more sockets for now. */
  readonly isFull: () => boolean
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export type Door = { readonly port: number; close(): Promise<void> }

/** Whoever has not finished asking by then is cut off: a slow asker holds a socket, not the door. */
const ASK_MS_MAX = 10_000

/** Sockets of all kinds, also those that have shown no token yet. */
const SOCKETS_MAX = 1_024

export const openDoor = async ({ host, port, certificate }: DoorOptions, rules: DoorRules): Promise<Door> => {
  const limits = {
    headersTimeout: ASK_MS_MAX,
    requestTimeout: ASK_MS_MAX,
    connectionsCheckingInterval: ASK_MS_MAX / 10,
  }
  const reply = (request: IncomingMessage, response: ServerResponse): void => answer({ request, response }, rules)
  const server =
    certificate === null
      ? http.createServer(limits, reply)
      : createTlsServer({ ...limits, cert: certificate.cert, key: certificate.key, minVersion: 'TLSv1.2' }, reply)
  server.maxConnections = SOCKETS_MAX
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', (cause) => rules.logger.debug('upgrade_failed', { cause }))
    const refusal = refusalOf(request, rules)
    if (refusal === null) rules.onUpgrade(request, socket, head)
    else refuseUpgrade(socket, refusal)
  })
  const taken = await listen(server, { host, port })
  return {
    port: taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

const listen = (server: HttpServer, { port, host }: { port: number; host: string }): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error(`no port: ${address}`))
      else resolve(address.port)
    })
  })

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** No token needed: what is told says who answers on this port, and nothing of what it does. */
const answer = ({ request, response }: Exchange, { version, epoch, isDraining }: DoorRules): void => {
  const reply = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(`${JSON.stringify(body)}\n`)
  }
  if (request.url === '/healthz') reply(200, { status: 'ok' })
  else if (request.url === '/readyz') reply(isDraining() ? 503 : 200, { status: isDraining() ? 'draining' : 'ready' })
  else if (request.url === '/version') reply(200, { name: 'rawr', version, epoch, protocol: PROTOCOL_VERSION })
  else reply(404, { error: 'there are /healthz, /readyz, /version, and a WebSocket on /' })
}

const refusalOf = (request: IncomingMessage, rules: DoorRules): keyof typeof REASONS | null => {
  if (rules.isDraining()) return 503
  const { authorization, origin, 'sec-websocket-protocol': subprotocols } = request.headers
  const verdict = judgeUpgrade({ authorization, origin, subprotocols }, rules.auth)
  if (!verdict.admitted) return verdict.status
  return rules.isFull() ? 503 : null
}

const REASONS = { 401: 'Unauthorized', 403: 'Forbidden', 503: 'Service Unavailable' } as const

const refuseUpgrade = (socket: Duplex, status: keyof typeof REASONS): void => {
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

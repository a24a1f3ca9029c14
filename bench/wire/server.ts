/**
 * One server of the wire bench, as a program of its own: `raw` (ws alone), `wire` (the daemon's server in front of a thread
 * that only publishes) or `daemon` (all of it). Says where it stands and does what its parent tells it.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Epoch, type Event, ItemId, ThreadId } from '@rawr/protocol'
import { type WebSocket, WebSocketServer } from 'ws'
import { systemClock } from '../../packages/core/src/adapters/clock.ts'
import { startDaemon } from '../../packages/core/src/daemon/main.ts'
import { openServer } from '../../packages/core/src/daemon/server.ts'
import { memoryRegistry } from '../../packages/core/src/daemon/testing/memory-registry.ts'
import { memoryBlobs, memoryIds, memoryLogger } from '../../packages/core/src/testing/memory-ports.ts'

type Order = { readonly publish: number }

const TOKEN = 'bench'

/** Deltas on their way at most: what a client has not taken yet must not reach the pause limit. */
const UNTAKEN_MAX = 1_000

const BATCH = 50

const tell = (what: object): void => void process.send?.(what)

const delta = (index: number): Event => ({
  type: 'event',
  thread_id: ThreadId.parse('th_1'),
  after_seq: 7,
  id: null,
  msg: {
    type: 'agent_message_delta',
    item_id: ItemId.parse('it_01'),
    offset: index * 12,
    text: `word ${String(index).padStart(6, '0')} `,
  },
})

/** As fast as they are taken, and the same for both servers. */
const listenForOrders = (publish: (index: number) => void): ((submissionId: string) => void) => {
  let [goal, sent, taken] = [0, 0, 0]
  let isPlanned = false
  const pump = (): void => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      for (let n = 0; n < BATCH && sent < goal && sent - taken < UNTAKEN_MAX; n++) publish(sent++)
      if (sent < goal && sent - taken < UNTAKEN_MAX) pump()
    })
  }
  process.on('message', (order: Order) => {
    ;[goal, sent, taken] = [order.publish, 0, 0]
    pump()
  })
  return (submissionId) => {
    taken = Number(submissionId.slice('taken-'.length))
    pump()
  }
}

const modes: Readonly<Record<string, () => Promise<void>>> = {
  raw: async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
    const sockets = new Set<WebSocket>()
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('message', (text) => {
        const { id } = JSON.parse(String(text))
        if (String(id).startsWith('taken-')) taken(id)
        else socket.send(String(text))
      })
      socket.on('close', () => sockets.delete(socket))
    })
    const taken = listenForOrders((index) => {
      const text = JSON.stringify(delta(index))
      for (const socket of sockets) socket.send(text)
    })
    server.on('listening', () => {
      const address = server.address()
      if (typeof address === 'object' && address !== null) tell({ port: address.port, token: TOKEN })
    })
  },
  wire: async () => {
    const memory = memoryRegistry()
    let taken = (_id: string): void => {}
    const registry = {
      ...memory,
      submit: (...[submission, client]: Parameters<typeof memory.submit>) => {
        taken(submission.id)
        return memory.submit(submission, client)
      },
    }
    const server = await openServer({
      doors: [{ host: '127.0.0.1', port: 0, certificate: null }],
      auth: { token: TOKEN, allowedOrigins: [] },
      version: '0.1.0',
      epoch: Epoch.parse('ep_1'),
      registry,
      blobs: memoryBlobs(),
      clock: systemClock(),
      ids: memoryIds(),
      logger: memoryLogger(),
      onShutdown: () => {},
      onClients: () => {},
    })
    taken = listenForOrders((index) => {
      const event = delta(index)
      for (const { onEvent } of registry.followers) onEvent(event)
    })
    tell({ port: server.ports[0], token: TOKEN })
  },
  daemon: async () => {
    const { port, token } = await startDaemon({ home: mkdtempSync(join(tmpdir(), 'rawr-wire-')), version: '0.1.0' })
    tell({ port, token })
  },
}

process.on('disconnect', () => process.exit(0))
await modes[process.argv[2] ?? '']?.()

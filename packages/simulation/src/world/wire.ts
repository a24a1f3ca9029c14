/**
 * The network of the world: sockets between clients and the daemon. Frames of one direction arrive in order, as TCP keeps
 * them; a socket may be cut with all that is on its way, stalled, or say a frame twice. Each end learns of a cut by itself.
 */
import type { ClientConnection, ClientSocket } from '@rawr/core/daemon'
import type { SocketConstructor, SocketLike } from '@rawr/protocol/client'
import type { Tasks } from './tasks.ts'

/** What a socket leads to; `null`: nothing listens there. */
export type Accept = (socket: ClientSocket) => ClientConnection | null

export type Wire = {
  readonly WebSocket: SocketConstructor
  /** The socket breaks; both ends hear of it in their own time. */
  cut(): void
  stall(): void
  flow(): void
  /** The next frame of this direction arrives twice. */
  double(way: Way): void
  /** The client is dead: it hears and says nothing more, and the daemon learns of it. */
  abandon(): void
}

export type Way = 'up' | 'down'

export type WireOptions = {
  readonly name: string
  readonly tasks: Tasks
  readonly accept: Accept
  /** Every frame that reaches the client. */
  readonly onFrame: (text: string) => void
}

type Line = {
  readonly up: string
  readonly down: string
  send(text: string): void
  close(): void
  cut(): void
  abandon(): void
}

type LineOptions = WireOptions & {
  readonly number: number
  readonly client: SocketLike
  /** How often the next frame of this way arrives. */
  readonly times: (way: Way) => number
  readonly onOpen: (line: { readonly up: string; readonly down: string }) => unknown
}

/** One socket, both ways. */
const openLine = ({ name, number, tasks, client, accept, onFrame, times, onOpen }: LineOptions): Line => {
  const [up, down] = [`${name} up ${number}`, `${name} down ${number}`]
  let server: ClientConnection | null = null
  let isOpen = true
  let buffered = 0
  const later = (lane: string, run: () => void): void => tasks.add({ lane, owner: name, run })
  const end = (code: number, reason: string): void => {
    if (!isOpen) return
    isOpen = false
    for (const lane of [up, down]) {
      tasks.clear(lane)
      tasks.flow(lane)
    }
    later(up, () => server?.socketClosed())
    later(down, () => client.onclose?.({ code, reason }))
  }
  const arrive = (text: string): void => {
    onFrame(text)
    client.onmessage?.({ data: text })
  }
  const socket: ClientSocket = {
    get bufferedAmount() {
      return buffered
    },
    send: (text, done) => {
      if (!isOpen) return
      const bytes = Buffer.byteLength(text)
      buffered += bytes
      later(down, () => {
        buffered -= bytes
        for (let left = times('down'); left > 0; left -= 1) arrive(text)
        done()
      })
    },
    close: (code, reason) => later(down, () => end(code, reason)),
    terminate: () => end(1006, ''),
  }
  later(down, () => {
    server = accept(socket)
    if (server === null) return end(1006, 'nobody listens')
    // The handler of an open socket is told nothing.
    client.onopen?.(undefined as never)
    onOpen({ up, down })
  })
  return {
    up,
    down,
    send: (text) => {
      const deliver = (): void => {
        for (let left = times('up'); left > 0; left -= 1) server?.received(text)
      }
      if (isOpen) later(up, deliver)
    },
    close: () => later(up, () => end(1000, '')),
    cut: () => end(1006, 'the network broke'),
    abandon: () => {
      client.onmessage = null
      client.onclose = null
      client.onopen = null
      end(1006, 'the client is gone')
    },
  }
}

export const openWire = (options: WireOptions): Wire => {
  const { tasks } = options
  let count = 0
  let current: Line | null = null
  let isStalled = false
  const doubled = new Set<Way>()
  const times = (way: Way): number => (doubled.delete(way) ? 2 : 1)
  const stall = ({ up, down }: { readonly up: string; readonly down: string }): void => {
    for (const lane of [up, down]) tasks.stall(lane)
  }

  class WorldSocket implements SocketLike {
    onopen: SocketLike['onopen'] = null
    onmessage: SocketLike['onmessage'] = null
    onclose: SocketLike['onclose'] = null
    onerror: SocketLike['onerror'] = null
    readonly #line: Line

    constructor() {
      count += 1
      const onOpen: LineOptions['onOpen'] = (line) => isStalled && stall(line)
      this.#line = openLine({ ...options, number: count, client: this, times, onOpen })
      current = this.#line
    }

    send(text: string): void {
      this.#line.send(text)
    }

    close(): void {
      this.#line.close()
    }
  }
  return {
    WebSocket: WorldSocket,
    cut: () => current?.cut(),
    abandon: () => current?.abandon(),
    stall: () => {
      isStalled = true
      if (current !== null) stall(current)
    },
    flow: () => {
      isStalled = false
      if (current === null) return
      for (const lane of [current.up, current.down]) tasks.flow(lane)
    },
    double: (way) => {
      doubled.add(way)
    },
  }
}

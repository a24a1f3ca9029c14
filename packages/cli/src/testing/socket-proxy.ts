/**
 * Stands between the clients of a home and its daemon, for tests: the daemon file is told the proxy's port, so that every
 * socket goes through here and can be dropped without either end having wished it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export type SocketProxy = {
  /** Cuts all that runs through it; how many sockets that were. */
  drop(): number
  /** Stands in front of the daemon that serves the home now: a new one has written its own port. */
  enter(): void
  close(): void
}

export const startSocketProxy = async (home: string): Promise<SocketProxy> => {
  const file = join(home, 'daemon.json')
  const sockets = new Set<Socket>()
  let target = 0
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = (server.address() as AddressInfo).port
  const proxy: SocketProxy = {
    drop: () => {
      const { size } = sockets
      for (const socket of sockets) socket.destroy()
      return size / 2
    },
    enter: () => {
      const daemon = JSON.parse(readFileSync(file, 'utf8'))
      if (daemon.port === own) return
      target = daemon.port
      writeFileSync(file, JSON.stringify({ ...daemon, port: own }))
    },
    close: () => {
      server.close()
      proxy.drop()
    },
  }
  proxy.enter()
  return proxy
}

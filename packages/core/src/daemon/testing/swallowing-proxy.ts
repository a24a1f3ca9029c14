/** A TCP proxy whose line can go dead: what is sent vanishes and nobody is told, as when a laptop sleeps or leaves its network. */
import { connect, createServer, type Socket } from 'node:net'

export type SwallowingProxy = {
  readonly port: number
  /** From now on the lines there are carry nothing, neither bytes nor their end; new ones do. */
  swallow(): void
  close(): Promise<void>
}

export const openSwallowingProxy = async (target: () => number): Promise<SwallowingProxy> => {
  let open: Socket[] = []
  let deaf = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: target(), host: '127.0.0.1', allowHalfOpen: true })
    open.push(client, upstream)
    pass(client, upstream)
    pass(upstream, client)
  })
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (part: Buffer) => deaf.has(from) || to.write(part))
    from.on('end', () => deaf.has(from) || to.end())
    from.on('error', () => deaf.has(from) || to.destroy())
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    swallow: () => {
      deaf = new Set([...deaf, ...open])
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
        open = []
      }),
  }
}

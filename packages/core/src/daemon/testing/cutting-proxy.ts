/** A TCP proxy that cuts each connection after a number of bytes drawn from a seed, in both directions at once. */
import { connect, createServer, type Socket } from 'node:net'

export type CuttingProxy = {
  readonly port: number
  readonly cuts: () => number
  /** From now on nothing is cut. */
  calm(): void
  close(): Promise<void>
}

export type CuttingOptions = {
  /** Asked for each connection: the daemon's port may change. */
  readonly target: () => number
  /** Uniform in [0, 1). */
  readonly chance: () => number
  /** A connection lives for at most so many bytes. */
  readonly bytesMax: number
}

export const openCuttingProxy = async ({ target, chance, bytesMax }: CuttingOptions): Promise<CuttingProxy> => {
  const open = new Set<Socket>()
  let cuts = 0
  let isCalm = false
  const server = createServer((client) => {
    const upstream = connect(target(), '127.0.0.1')
    let left = Math.ceil(chance() * bytesMax)
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    const pass = (from: Socket, to: Socket): void => {
      open.add(from)
      from.on('data', (part: Buffer) => {
        if (!isCalm && part.length > left) {
          // Half a frame, half a character: whatever stood there.
          cuts += 1
          to.write(part.subarray(0, left), end)
          from.pause()
          return
        }
        left -= part.length
        if (!to.write(part)) {
          from.pause()
          to.once('drain', () => from.resume())
        }
      })
      from.on('error', end)
      from.on('close', () => {
        open.delete(from)
        end()
      })
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    cuts: () => cuts,
    calm: () => {
      isCalm = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

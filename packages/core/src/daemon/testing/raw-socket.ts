/** A WebSocket spoken byte by byte, for tests that break its rules; no client library would send what these do. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RawSocket = {
  readonly socket: Socket
  /** Everything that came after the handshake. */
  readonly received: () => Buffer
  /** The code of the close frame, once the socket has ended; `null`: it ended without one. */
  readonly closeCode: Promise<number | null>
  write(bytes: Uint8Array): void
}

export type Handshake = { readonly port: number; readonly token: string; readonly headers?: readonly string[] }

export const openRawSocket = async ({ port, token, headers = [] }: Handshake): Promise<RawSocket> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  const lines = [
    'GET / HTTP/1.1',
    'Host: 127.0.0.1',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    `Authorization: Bearer ${token}`,
    ...headers,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const parts: Buffer[] = []
  const head = await new Promise<Buffer>((resolve) => {
    const look = (part: Buffer): void => {
      parts.push(part)
      const all = Buffer.concat(parts)
      if (!all.includes('\r\n\r\n')) return
      socket.off('data', look)
      resolve(all)
    }
    socket.on('data', look)
  })
  const end = head.indexOf('\r\n\r\n') + 4
  const after: Buffer[] = [head.subarray(end)]
  socket.on('data', (part: Buffer) => after.push(part))
  const received = (): Buffer => Buffer.concat(after)
  const closeCode = new Promise<number | null>((resolve) => {
    socket.on('close', () => resolve(closeCodeIn(received())))
  })
  return { socket, received, closeCode, write: (bytes) => void socket.write(bytes) }
}

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9 } as const

export type RawFrame = {
  readonly opcode: number
  readonly payload?: Uint8Array
  /** Absent: true. */
  readonly isLast?: boolean
  /** Absent: true, as every client must. */
  readonly isMasked?: boolean
  /** The bit that says "compressed". */
  readonly rsv1?: boolean
  /** What the head claims; absent: the truth. */
  readonly claimedBytes?: bigint
}

export const rawFrame = (frame: RawFrame): Buffer => {
  const { opcode, payload = Buffer.alloc(0), isLast = true, isMasked = true, rsv1 = false } = frame
  const bytes = frame.claimedBytes ?? BigInt(payload.byteLength)
  const first = (isLast ? 0x80 : 0) | (rsv1 ? 0x40 : 0) | opcode
  const mask = isMasked ? 0x80 : 0
  const head = Buffer.alloc(bytes < 126n ? 2 : bytes < 65_536n ? 4 : 10)
  head[0] = first
  if (bytes < 126n) head[1] = mask | Number(bytes)
  else if (bytes < 65_536n) {
    head[1] = mask | 126
    head.writeUInt16BE(Number(bytes), 2)
  } else {
    head[1] = mask | 127
    head.writeBigUInt64BE(bytes, 2)
  }
  // A mask of zeros changes nothing.
  return Buffer.concat([head, isMasked ? Buffer.alloc(4) : Buffer.alloc(0), payload])
}

/** Walks the frames; what a server sends is never masked. */
const closeCodeIn = (bytes: Buffer): number | null => {
  for (let at = 0; at + 2 <= bytes.length; ) {
    const opcode = (bytes[at] ?? 0) & 0x0f
    const short = (bytes[at + 1] ?? 0) & 0x7f
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (at + head > bytes.length) return null
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    if (opcode === OPCODE.close)
      return length >= 2 && at + head + 2 <= bytes.length ? bytes.readUInt16BE(at + head) : null
    at += head + length
  }
  return null
}

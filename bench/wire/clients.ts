/** The clients of the wire bench, in one program: so many sockets that read, parse and count. */
import { WebSocket } from 'ws'

type Order = {
  readonly port: number
  readonly token: string
  readonly clients: number
  readonly count: number
  readonly thread: string
  /** The op that tells how far the slowest has come; it must change nothing there. */
  readonly taken: { readonly type: string }
}

const tell = (what: object): void => void process.send?.(what)

/** `word 000123 `: a daemon may bring several pieces of its model at once. */
const PIECE_CHARACTERS = 12

/** How often it is told how far the slowest has come. */
const TELL_EVERY = 250

const read = async ({ port, token, clients, count, thread, taken }: Order): Promise<void> => {
  const hello = {
    type: 'hello',
    protocol: { min: 1, max: 1 },
    client: { name: 'bench', version: '0.1.0' },
    last_seen: [{ thread_id: thread, seq: 0 }],
  }
  const counts = new Array<number>(clients).fill(0)
  let told = 0
  const sockets: WebSocket[] = []
  const took = (index: number, pieces: number): void => {
    const before = counts[index] ?? 0
    counts[index] = before + pieces
    if (Math.floor(before / TELL_EVERY) === Math.floor((before + pieces) / TELL_EVERY)) return
    const least = Math.min(...counts)
    if (least >= told + TELL_EVERY) {
      told = least
      // Over the same line, and a submission on both sides: the servers pay the same for it.
      sockets[0]?.send(
        JSON.stringify({
          type: 'submission',
          id: `taken-${least}`,
          ...(thread === '' ? {} : { thread_id: thread }),
          op: taken,
        }),
      )
    }
    if (least < count) return
    tell({ done: performance.timeOrigin + performance.now() })
    for (const socket of sockets) socket.terminate()
  }
  const open = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers: { authorization: `Bearer ${token}` } })
      sockets.push(socket)
      socket.on('open', () => {
        if (thread === '') return resolve()
        socket.send(JSON.stringify(hello))
      })
      socket.on('message', (text) => {
        const frame = JSON.parse(String(text))
        if (frame.type === 'replay_complete') resolve()
        if (frame.msg?.type === 'agent_message_delta') took(index, frame.msg.text.length / PIECE_CHARACTERS)
        if (frame.msg?.type === 'item_snapshot') tell({ coalesced: true })
      })
    })
  await Promise.all(counts.map((_, index) => open(index)))
  tell({ ready: true })
}

process.on('message', (order: Order) => void read(order))
process.on('disconnect', () => process.exit(0))

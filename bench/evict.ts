// The wall time of a turn beside a client that never reads, until it is let go, and of the same turn without one: in pairs, the two
// ways taking turns to be first.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { connectRawr } from '@rawr/protocol/client'
import { WebSocket } from 'ws'
import { startCannedModel } from './wire/canned-model.ts'
import { report, type Side, start, startThread } from './wire/side.ts'

/** Together more than the daemon keeps for a client and the system's own buffers: 60 × 300 kB. */
const MESSAGES = 60
const MESSAGE_CHARACTERS = 300_000

export const bench = async (words: readonly string[]): Promise<void> => {
  const { values } = parseArgs({ args: [...words], options: { runs: { type: 'string', default: '15' } } })
  const daemon = await start('daemon')
  const model = await startModel()
  let evicted = 0
  try {
    await report('a turn of 18 MB, ms', {
      runs: Number(values.runs),
      wanted: '≤ 1.05',
      names: ['alone', 'beside one'],
      raw: () => turn(daemon, { modelUrl: model.url, beside: async () => async () => {} }),
      ours: () =>
        turn(daemon, {
          modelUrl: model.url,
          beside: async (threadId) => {
            const deaf = await openDeaf(daemon, threadId)
            return async () => {
              if (await wasLetGo(deaf)) evicted += 1
            }
          },
        }),
    })
    process.stdout.write(`the client that never reads was let go in ${evicted} of ${Number(values.runs) + 1} turns\n`)
  } finally {
    daemon.child.disconnect()
    model.close()
  }
}

type Turn = { readonly modelUrl: string; readonly beside: (threadId: string) => Promise<() => Promise<void>> }

const turn = async (side: Side, { modelUrl, beside }: Turn): Promise<number> => {
  const threadId = await startThread(side, modelUrl)
  const url = `ws://127.0.0.1:${side.port}`
  const client = connectRawr({
    url,
    token: side.token,
    client: { name: 'bench', version: '0' },
    follow: new Map([[threadId, 0]]),
  })
  const end = await beside(threadId)
  const begun = performance.now()
  const { id } = await client.submit({ type: 'user_turn', items: [{ type: 'text', text: 'Go.' }] }, { threadId })
  for await (const item of client.events()) {
    if (item.type !== 'event' || item.id !== id) continue
    if (item.msg.type === 'turn_aborted') throw new Error(`the turn ended without an answer: ${item.msg.reason}`)
    if (item.msg.type === 'turn_complete') break
  }
  const ms = performance.now() - begun
  client.close()
  await end()
  return ms
}

/** Follows the thread and then reads nothing. */
const openDeaf = async ({ port, token }: Side, thread_id: string): Promise<WebSocket> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers: { authorization: `Bearer ${token}` } })
  socket.on('error', () => {})
  await once(socket, 'open')
  // Several frames may come in one go: each is looked at as it comes.
  const isLive = new Promise<void>((resolve) => {
    socket.on('message', (text) => JSON.parse(String(text)).type === 'replay_complete' && resolve())
  })
  const hello = { type: 'hello', protocol: { min: 1, max: 1 }, client: { name: 'deaf', version: '0' } }
  socket.send(JSON.stringify({ ...hello, last_seen: [{ thread_id, seq: 0 }] }))
  await isLive
  socket.pause()
  return socket
}

/** Whether the daemon ended the socket, or the turn's end still comes through it. */
const wasLetGo = async (socket: WebSocket): Promise<boolean> => {
  const turnEnd = new Promise<boolean>((resolve) => {
    socket.on('message', (text) => JSON.parse(String(text)).msg?.type === 'turn_complete' && resolve(false))
  })
  const close = once(socket, 'close').then(() => true)
  socket.resume()
  const isLetGo = await Promise.race([turnEnd, close])
  socket.terminate()
  return isLetGo
}

const startModel = () => {
  const text = 'word '.repeat(MESSAGE_CHARACTERS / 5)
  const message = { type: 'message', role: 'assistant', status: 'completed' }
  const content = [{ type: 'output_text', text, annotations: [] }]
  return startCannedModel(
    Array.from({ length: MESSAGES }, (_, index) => ({
      type: 'response.output_item.done',
      output_index: index,
      item: { id: `msg_${index}`, ...message, content },
    })),
  )
}

/**
 * One client of the soak, as a program of its own: follows a thread over a bad line until the last message comes, and
 * prints what it saw. `node --conditions=@rawr/source soak-client.ts`; where and how is told in JOB, as JSON.
 */
import { ThreadId } from '@rawr/protocol'
import { connectRawr } from '@rawr/protocol/client'
import { WebSocket } from 'ws'
import { readDaemonFile } from '../daemon-file.ts'
import type { SoakJob, SoakSight } from './soak-bench.ts'

const job: SoakJob = JSON.parse(process.env.JOB ?? '')
const threadId = ThreadId.parse(job.threadId)

/** Stops reading now and then, so that the daemon has to hold, coalesce and go on. */
class RestingSocket extends WebSocket {
  constructor(url: string, protocols: string[]) {
    super(url, protocols)
    if (job.restMs === 0) return
    const rest = (): void => {
      if (this.readyState > WebSocket.OPEN) return
      if (this.isPaused) this.resume()
      else if (this.readyState === WebSocket.OPEN) this.pause()
      setTimeout(rest, job.restMs)
    }
    setTimeout(rest, job.restMs)
  }
}

const client = connectRawr({
  // While the daemon is being replaced there is no file: that counts as a socket that failed.
  locate: async () => {
    const file = await readDaemonFile(job.home)
    if (file === null) throw new Error('no daemon')
    return { url: `ws://127.0.0.1:${job.port}`, token: file.token }
  },
  client: { name: job.name, version: '0.1.0' },
  // Its events are typed a little wider than the browser's.
  WebSocket: RestingSocket as never,
  follow: new Map([[threadId, 0]]),
  failuresMax: 100_000,
  setTimer: (ms, callback) => {
    const timer = setTimeout(callback, Math.min(ms, 200))
    return () => clearTimeout(timer)
  },
})

const sight: SoakSight = { seqs: [], texts: {}, gaps: 0, losses: 0, snapshots: 0, holes: 0 }
const streamed = new Map<string, string>()
for await (const item of client.events()) {
  if (item.type === 'gap') sight.gaps += 1
  if (item.type === 'link' && item.status === 'lost') sight.losses += 1
  if (item.type !== 'event') continue
  const { seq, msg } = item
  if (seq !== undefined) sight.seqs.push(seq)
  if (msg.type === 'item_snapshot') {
    sight.snapshots += 1
    streamed.set(msg.item_id, msg.text)
  }
  if (msg.type === 'agent_message_delta') {
    const before = streamed.get(msg.item_id) ?? ''
    if (before.length < msg.offset) sight.holes += 1
    streamed.set(msg.item_id, before.slice(0, msg.offset) + msg.text)
  }
  if (msg.type === 'agent_message') {
    sight.texts[msg.item_id] = msg.text
    if (!msg.text.startsWith(streamed.get(msg.item_id) ?? '')) sight.holes += 1
  }
  if (msg.type === 'user_message' && msg.text === job.endMark) break
}
client.close()
process.stdout.write(JSON.stringify(sight))

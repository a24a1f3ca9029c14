/** A daemon as a program of its own whose memory is looked at and bounded, and one client of it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type CompactOptions,
  type EventMsg,
  type Op,
  type SettingsLayer,
  SubmissionId,
  type ThreadId,
} from '@rawr/protocol'
import { connectRawr, type LinkItem } from '@rawr/protocol/client'
import { type Answer, startProvider } from '../../adapters/model/testing/provider-server.ts'
import { connectOrStart } from '../connect-or-start.ts'
import { stopDaemon } from '../stop-daemon.ts'
import { saying } from './row-bench.ts'

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url))

const statusOf = (pid: number, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const residentMb = (pid: number): number => statusOf(pid, 'VmRSS')

const LOOK_MS = 250
const STILL_LOOKS = 12

export type Measured = {
  /** What the daemon's heap may have; with more it ends at once. */
  readonly heapMb: number
  readonly answers?: readonly Answer[]
}

export type MeasuredDaemon = Awaited<ReturnType<typeof openMeasured>>

export const openMeasured = async ({ heapMb, answers = [saying('I am here.')] }: Measured) => {
  const base = mkdtempSync(join(tmpdir(), 'rawr-measured-'))
  const [home, cwd] = [join(base, 'home'), join(base, 'project')]
  mkdirSync(join(cwd, '.git'), { recursive: true })
  mkdirSync(home, { recursive: true })
  const provider = await startProvider(...answers)
  const entry = [`--max-old-space-size=${heapMb}`, '--conditions=@rawr/source', SERVE, home, '0.1.0']
  let pid = 0
  const locate = async () => {
    const address = await connectOrStart({ home, version: '0.1.0', entry })
    pid = address.pid
    return address
  }
  const client = connectRawr({ locate, client: { name: 'measure', version: '0.1.0' } })
  const items: LinkItem[] = []
  const watchers = new Set<() => void>()
  const reading = (async () => {
    for await (const item of client.events()) {
      items.push(item)
      for (const look of watchers) look()
    }
  })()
  const loan = { cwd, env: { PATH: process.env.PATH ?? '' }, api_key: 'k', settings: settingsOf(provider.url) }
  let count = 0
  const done = (id: SubmissionId, types: readonly EventMsg['type'][]) =>
    new Promise<EventMsg>((resolve) => {
      const look = () => {
        const found = items.find((item) => item.type === 'event' && item.id === id && types.includes(item.msg.type))
        if (found?.type !== 'event') return
        watchers.delete(look)
        resolve(found.msg)
      }
      watchers.add(look)
      look()
    })
  const submit = async (threadId: ThreadId, op: Op, types: readonly EventMsg['type'][]) => {
    count += 1
    const id = SubmissionId.parse(`sb_m${count}`)
    const answer = await client.submit(op, { threadId, id })
    if (answer.type !== 'accepted') throw new Error(answer.message)
    return done(id, types)
  }
  return {
    home,
    cwd,
    start: async (): Promise<ThreadId> => {
      const answer = await client.submit({ type: 'thread_start', ...loan })
      if (answer.type !== 'accepted' || answer.thread_id === undefined) throw new Error('the thread did not start')
      return answer.thread_id
    },
    resume: async (threadId: ThreadId): Promise<void> => {
      const answer = await client.submit({ type: 'thread_resume', thread_id: threadId, ...loan })
      if (answer.type !== 'accepted') throw new Error(answer.message)
    },
    say: (threadId: ThreadId, text: string) =>
      submit(threadId, { type: 'user_turn', items: [{ type: 'text', text }] }, ['turn_complete', 'turn_aborted']),
    compact: (threadId: ThreadId, options: CompactOptions) =>
      submit(threadId, { type: 'compact', ...options }, ['context_compacted', 'compact_failed']),
    /** Resident now and at most so far, MB. */
    memory: () => ({ now: residentMb(pid), peak: statusOf(pid, 'VmHWM') }),
    /** Resident once it has stopped falling, MB: what is free is given back a little later. */
    settledMemory: async () => {
      let least = residentMb(pid)
      for (let still = 0; still < STILL_LOOKS; still += 1) {
        await delay(LOOK_MS)
        const now = residentMb(pid)
        if (now < least - 1) still = 0
        least = Math.min(least, now)
      }
      return least
    },
    bodies: () => provider.sent.map(({ body }) => body),
    /** Tool calls that have ended. */
    results: () => items.filter((item) => item.type === 'event' && item.msg.type === 'tool_call_end').length,
    close: async () => {
      client.close()
      await reading
      await stopDaemon(home)
      await provider.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

const settingsOf = (base_url: string): SettingsLayer => ({
  model: { name: 'alder', context_window: 200_000 },
  provider: { base_url, wire_api: 'responses' },
  sandbox: { mode: 'danger-full-access' },
  approvals: { policy: 'never' },
})

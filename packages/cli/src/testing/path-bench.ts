/**
 * One path from the user's word to the handoff, as it is lived: a daemon over real sockets and files, clients with their
 * watchers, and a way to drop every socket at a chosen moment.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDaemon } from '@rawr/core'
import { breachesIn } from '@rawr/core/testing'
import {
  type ClientId,
  type Event,
  type EventMsg,
  isTerminal,
  type Op,
  RequestId,
  SequenceId,
  type SettingsLayer,
  SubmissionId,
  type ThreadId,
} from '@rawr/protocol'
import { connectRawr } from '@rawr/protocol/client'
import { createWatcher } from '@rawr/tui/watcher'
import { type PathAnswers, type PathModel, startPathModel } from './path-model.ts'
import { startSocketProxy } from './socket-proxy.ts'

export type PathOrder = {
  readonly answers: PathAnswers
  readonly settings?: SettingsLayer
  /** Every socket is dropped once the first client has heard so many logged events. */
  readonly dropAfter?: number | undefined
  /** A folder that another path works in too; absent: one of its own. */
  readonly project?: string | undefined
}

export type PathClient = {
  /** Resolves with the end of just this message's turn. */
  say(text: string): Promise<EventMsg>
  send(op: Op): Promise<void>
  cancel(): void
  /** Resolves with the first event for which `is` holds, past or to come. */
  until(is: (event: Event) => boolean): Promise<void>
  settled(): Promise<void>
  state(): string
  readonly events: readonly Event[]
  readonly notices: readonly string[]
}

export type PathBench = {
  readonly model: PathModel
  readonly home: string
  readonly cwd: string
  /** The first one drives. */
  readonly client: PathClient
  /** Another one on the same thread. */
  join(): Promise<PathClient>
  dropped(): boolean
  /** Ends everything, and gives what the laws find in what is left on the disk. */
  close(): Promise<readonly string[]>
}

const AUTHOR = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'a@b.invalid',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'a@b.invalid',
}

export const openPathBench = async ({ answers, settings = {}, dropAfter, project }: PathOrder): Promise<PathBench> => {
  const base = mkdtempSync(join(tmpdir(), 'rawr-path-'))
  const [home, cwd] = [join(base, 'home'), project ?? join(base, 'project')]
  mkdirSync(cwd, { recursive: true })
  const model = await startPathModel(answers)
  const daemon = await startDaemon({ home, version: '0.1.0' })
  const proxy = await startSocketProxy(home)
  const url = `ws://127.0.0.1:${JSON.parse(readFileSync(join(home, 'daemon.json'), 'utf8')).port}`
  let isDropped = false
  const heard = (count: number): void => {
    if (isDropped || count !== dropAfter) return
    isDropped = true
    proxy.drop()
  }
  const layer: SettingsLayer = {
    model: { name: 'alder', context_window: 30_000 },
    provider: { base_url: model.url, wire_api: 'responses' },
    sandbox: { mode: 'danger-full-access' },
    approvals: { policy: 'never' },
    // So that few outputs fill the window.
    tools: { output_max_tokens: 10_000 },
    ...settings,
  }
  const link = { url, token: daemon.token }
  const env = { PATH: process.env.PATH ?? '', ...AUTHOR }
  const first = await openClient({ link, heard }, { type: 'thread_start', cwd, env, api_key: 'k', settings: layer })
  const clients = [first]
  return {
    model,
    home,
    cwd,
    client: first.client,
    join: async () => {
      const more = await openClient(
        { link, heard: () => {} },
        { type: 'thread_resume', thread_id: first.threadId, cwd, env, api_key: 'k', settings: layer },
      )
      clients.push(more)
      return more.client
    },
    dropped: () => isDropped,
    close: async () => {
      for (const { close } of clients) close()
      await daemon.close()
      proxy.close()
      model.close()
      const breaches = breachesIn(home)
      rmSync(base, { recursive: true, force: true })
      return breaches
    },
  }
}

type Link = {
  readonly link: { readonly url: string; readonly token: string }
  readonly heard: (count: number) => void
}

type Opened = { readonly client: PathClient; readonly threadId: ThreadId; close(): void }

/** A link that was lost is tried again at once; how long it may be silent stays as it is. */
const soon = (ms: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, ms > BACK_OFF_MS_MAX ? ms : RETRY_MS)
  return () => clearTimeout(timer)
}
const RETRY_MS = 5
const BACK_OFF_MS_MAX = 4_000

const TICK_MS = 50

const openClient = async (
  { link, heard }: Link,
  open: Extract<Op, { type: 'thread_start' | 'thread_resume' }>,
): Promise<Opened> => {
  const client = connectRawr({ ...link, client: { name: 'path', version: '0.1.0' }, setTimer: soon })
  const fresh = (): SubmissionId => SubmissionId.parse(`sb_${randomUUID()}`)
  const answer = await client.submit(open)
  if (answer.type !== 'accepted' || answer.thread_id === undefined) throw new Error('the thread was not opened')
  const threadId = answer.thread_id
  let me: ClientId | undefined
  const events: Event[] = []
  const notices: string[] = []
  const ends = new Map<SubmissionId, PromiseWithResolvers<EventMsg>>()
  const send = (op: Op, id: SubmissionId) => client.submit(op, { threadId, id })
  const watcher = createWatcher({
    submit: send,
    now: Date.now,
    ids: {
      submission: fresh,
      request: () => RequestId.parse(`rq_${randomUUID()}`),
      sequence: () => SequenceId.parse(`sq_${randomUUID()}`),
    },
    host: 'interactive',
    begins: open.type === 'thread_resume' ? 'in_replay' : 'live',
    get clientId() {
      return me
    },
    onNotice: (kind) => notices.push(kind),
  })
  const looks = new Set<(event: Event) => void>()
  const replayed = Promise.withResolvers<void>()
  let count = 0
  const follow = async (): Promise<void> => {
    for await (const item of client.events()) {
      if (item.type === 'link' && item.status === 'ready') me = item.clientId
      if (item.type === 'replay_complete') {
        watcher.onReplayComplete()
        replayed.resolve()
      }
      if (item.type !== 'event' || item.thread_id !== threadId) continue
      events.push(item)
      for (const look of looks) look(item)
      watcher.onEvent(item)
      if (item.id !== null && isTerminal(item.msg)) ends.get(item.id)?.resolve(item.msg)
      if (item.seq === undefined) continue
      count += 1
      heard(count)
    }
  }
  void follow()
  const ticking = setInterval(() => watcher.onTick(), TICK_MS)
  if (open.type === 'thread_resume') await replayed.promise
  return {
    threadId,
    close: () => {
      clearInterval(ticking)
      client.close()
    },
    client: {
      events,
      notices,
      state: () => watcher.state().name,
      settled: () => watcher.settled(),
      until: (is) => firstOf(is, { events, looks }),
      cancel: () => watcher.cancel(),
      send: async (op) => {
        await send(op, fresh())
      },
      say: async (text) => {
        const id = fresh()
        const end = Promise.withResolvers<EventMsg>()
        ends.set(id, end)
        watcher.beforeSend()
        const reply = await send({ type: 'user_turn', items: [{ type: 'text', text }] }, id)
        if (reply.type === 'rejected') throw new Error(reply.message)
        return end.promise
      },
    },
  }
}

type Heard = { readonly events: readonly Event[]; readonly looks: Set<(event: Event) => void> }

const firstOf = (is: (event: Event) => boolean, { events, looks }: Heard): Promise<void> =>
  new Promise((resolve) => {
    if (events.some(is)) return resolve()
    const look = (event: Event): void => {
      if (!is(event)) return
      looks.delete(look)
      resolve()
    }
    looks.add(look)
  })

/** A daemon for tests: the real one, over real sockets and files, with a provider that answers by hand. */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Event, type EventMsg, type Op, type SettingsLayer, ThreadId } from '@rawr/protocol'
import { type ConnectOptions, connectRawr, type Endpoint, type LinkItem, type RawrClient } from '@rawr/protocol/client'
import {
  type Answer,
  type ProviderServer,
  responses,
  sse,
  startProvider,
} from '../../adapters/model/testing/provider-server.ts'
import { breachesIn } from '../../testing/judged-home.ts'
import { type Daemon, type DaemonOptions, startDaemon } from '../main.ts'

export type BenchClient = RawrClient & {
  /** Everything delivered so far. */
  readonly items: readonly LinkItem[]
  /** Logged events so far. */
  readonly logged: () => readonly Event[]
  /** The first event that matches, past or future. */
  readonly event: <Type extends EventMsg['type']>(type: Type, nth?: number) => Promise<Event & { msg: { type: Type } }>
  readonly item: (matches: (item: LinkItem) => boolean) => Promise<LinkItem>
}

export type LinkOptions = Partial<
  Pick<ConnectOptions, 'follow' | 'capabilities' | 'failuresMax' | 'setTimer' | 'WebSocket'>
> & {
  readonly locate?: () => Promise<Endpoint>
}

export type DaemonBench = {
  readonly home: string
  readonly cwd: string
  readonly provider: ProviderServer
  readonly daemon: Daemon
  readonly settings: SettingsLayer
  readonly startOp: Extract<Op, { type: 'thread_start' }>
  client(name?: string, options?: LinkOptions): BenchClient
  /** Starts a thread and follows it. */
  thread(client: BenchClient): Promise<ThreadId>
  restart(): Promise<Daemon>
  close(): Promise<void>
}

/** Answers of a provider that says one thing. */
export const saying = (text: string): Answer => sse(responses.done(responses.message(text)), responses.completed())

export const calling = (callId: string, command: string): Answer =>
  sse(responses.done(responses.call(callId, 'shell', JSON.stringify({ command }))), responses.completed())

export const openDaemonBench = async (
  answers: readonly Answer[],
  options: Partial<DaemonOptions> = {},
): Promise<DaemonBench> => {
  const base = mkdtempSync(join(tmpdir(), 'rawr-daemon-'))
  const [home, cwd] = [join(base, 'home'), join(base, 'project')]
  mkdirSync(join(cwd, '.git'), { recursive: true })
  const provider = await startProvider(...answers)
  const settings: SettingsLayer = {
    model: { name: 'alder', context_window: 100_000 },
    provider: { base_url: provider.url, wire_api: 'responses' },
    sandbox: { mode: 'danger-full-access' },
    approvals: { policy: 'never' },
  }
  const startOp = { type: 'thread_start', cwd, env: { PATH: process.env.PATH ?? '' }, api_key: 'k', settings } as const
  const begin = (): Promise<Daemon> => startDaemon({ home, version: '0.1.0', logLevel: 'debug', ...options })
  let daemon = await begin()
  const clients: BenchClient[] = []
  return {
    home,
    cwd,
    provider,
    get daemon() {
      return daemon
    },
    settings,
    startOp,
    client: (name = 'test', more = {}) => {
      const locate = async () => ({ url: daemon.url, token: daemon.token })
      const client = follow(connectRawr({ locate, client: { name, version: '0.1.0' }, ...more }))
      clients.push(client)
      return client
    },
    thread: async (client) => {
      const answer = await client.submit(startOp)
      if (answer.type !== 'accepted') throw new Error(answer.message)
      return ThreadId.parse(answer.thread_id)
    },
    restart: async () => {
      await daemon.close()
      daemon = await begin()
      return daemon
    },
    close: async () => {
      for (const client of clients) client.close()
      await daemon.close()
      await provider.close()
      const breaches = breachesIn(home)
      if (breaches.length > 0) throw new Error(breaches.join('\n'))
    },
  }
}

const follow = (client: RawrClient): BenchClient => {
  const items: LinkItem[] = []
  const watchers = new Set<() => void>()
  const collect = async (): Promise<void> => {
    for await (const item of client.events()) {
      items.push(item)
      for (const look of watchers) look()
    }
  }
  void collect()
  const find = <Found extends LinkItem>(matches: (item: LinkItem) => item is Found, nth: number): Promise<Found> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = items.filter(matches)[nth]
        if (found === undefined) return
        watchers.delete(look)
        resolve(found)
      }
      watchers.add(look)
      look()
    })
  return {
    ...client,
    items,
    logged: () => items.filter((item) => item.type === 'event').filter(({ seq }) => seq !== undefined),
    event: (type, nth = 0) => find((item): item is never => item.type === 'event' && item.msg.type === type, nth),
    item: (matches) => find((item): item is LinkItem => matches(item), 0),
  }
}

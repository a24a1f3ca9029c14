/**
 * Many clients on one thread, each a program of its own behind a proxy that cuts its line at random bytes, while the daemon
 * is killed and started again: what every one of them saw in the end, and what the daemon's memory did.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Event, SettingsLayer, ThreadId } from '@rawr/protocol'
import { connectRawr, type LinkItem, type RawrClient } from '@rawr/protocol/client'
import { responses } from '../../adapters/model/testing/provider-server.ts'
import { type ConnectOrStartOptions, connectOrStart } from '../connect-or-start.ts'
import { stopDaemon } from '../stop-daemon.ts'
import { type CuttingProxy, openCuttingProxy } from './cutting-proxy.ts'

export type SoakJob = {
  readonly home: string
  /** Of the proxy. */
  readonly port: number
  readonly threadId: string
  readonly name: string
  /** Reads for so long, then rests for so long; 0: reads always. */
  readonly restMs: number
  /** The user's message behind which nothing is waited for. */
  readonly endMark: string
}

export type SoakSight = {
  readonly seqs: number[]
  readonly texts: Record<string, string>
  gaps: number
  losses: number
  snapshots: number
  /** Pieces of a text that did not follow what was there, or did not lead to the final one. */
  holes: number
}

export type SoakRun = {
  readonly turns: number
  /** Turns in whose middle the daemon is killed. */
  readonly killedTurns: readonly number[]
  readonly chance: () => number
  /** The interpreter of the Python client; `null`: none of the clients is one. */
  readonly python: string | null
  readonly clients: number
}

export type SoakReport = {
  /** Of each client, by name. */
  readonly sights: Readonly<Record<string, SoakSight>>
  /** As the driver saw them, on a good line. */
  readonly events: readonly Event[]
  readonly cuts: number
  /** MB that the daemon's memory grew from its first turn on, per life. */
  readonly growthMb: readonly number[]
}

/** Calls in a turn's first answer, each of which is three logged events. */
const CALLS = 24

/** Pieces of a turn's last answer. */
const PIECES = 80

/** Turns at whose ends memory is looked at, before a life ends. */
const LAST_TURNS = 5

const END_MARK = 'That was all.'

/** Bytes a connection lives for at most. */
const CUT_BYTES_MAX = 400_000

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url))

export const runSoak = async (run: SoakRun): Promise<SoakReport> => {
  const base = mkdtempSync(join(tmpdir(), 'rawr-soak-'))
  const [home, cwd] = [join(base, 'home'), join(base, 'project')]
  mkdirSync(join(cwd, '.git'), { recursive: true })
  const model = await startModel()
  const daemon = openDaemonProgram(home)
  const driver = connectRawr({ locate: daemon.locate, client: { name: 'driver', version: '0' }, failuresMax: 1_000 })
  const items: LinkItem[] = []
  const reading = collect(driver.events(), items)
  const threadId = await startThread(driver, { cwd, url: model.url })
  const proxy = await openCuttingProxy({ target: daemon.port, chance: run.chance, bytesMax: CUT_BYTES_MAX })
  const sights = startClients(run, { home, port: proxy.port, threadId })
  const growthMb = await drive({ ...run, driver, threadId, items, daemon, proxy })
  const seen = await sights
  driver.close()
  await reading
  await stopDaemon(home)
  await Promise.all([proxy.close(), model.close()])
  const events = items.flatMap((item) => (item.type === 'event' && item.seq !== undefined ? [item] : []))
  return { sights: seen, events, cuts: proxy.cuts(), growthMb }
}

type DaemonProgram = ReturnType<typeof openDaemonProgram>

const openDaemonProgram = (home: string) => {
  const options: ConnectOrStartOptions = {
    home,
    version: '0.1.0',
    entry: ['--conditions=@rawr/source', SERVE, home, '0.1.0'],
  }
  let current = { pid: 0, port: 0 }
  return {
    locate: async () => {
      const address = await connectOrStart(options)
      current = { pid: address.pid, port: Number(new URL(address.url).port) }
      return address
    },
    port: () => current.port,
    kill: () => process.kill(current.pid, 'SIGKILL'),
    memoryMb: (): number =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${current.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  }
}

type Drive = SoakRun & {
  readonly driver: RawrClient
  readonly threadId: ThreadId
  readonly items: readonly LinkItem[]
  readonly daemon: DaemonProgram
  readonly proxy: CuttingProxy
}

/** One turn after the other; in some the daemon is killed. */
const drive = async ({
  turns,
  killedTurns,
  driver,
  threadId,
  items,
  daemon,
  proxy,
  chance,
}: Drive): Promise<number[]> => {
  const growth: number[] = []
  let before: number | null = null
  let recent: readonly number[] = []
  /** What stays: eight clients that all come back at once hold some for a moment, and a busy machine collects late. */
  const lifeEnds = (): void => {
    if (before !== null) growth.push(Math.min(daemon.memoryMb(), ...recent) - before)
    before = null
    recent = []
  }
  const say = async (words: string, killAfterMs: number | null): Promise<void> => {
    const answer = driver.submit({ type: 'user_turn', items: [{ type: 'text', text: words }] }, { threadId })
    if (killAfterMs !== null) {
      await delay(killAfterMs)
      lifeEnds()
      daemon.kill()
    }
    const { id } = await answer
    await until(() => items.some((item) => item.type === 'event' && item.id === id && isEnd(item)))
  }
  for (let turn = 0; turn < turns; turn++) {
    await say(`Turn ${turn}`, killedTurns.includes(turn) ? Math.ceil(chance() * 60) : null)
    before ??= daemon.memoryMb()
    recent = [...recent, daemon.memoryMb()].slice(-LAST_TURNS)
  }
  lifeEnds()
  proxy.calm()
  await say(END_MARK, null)
  return growth
}

const isEnd = ({ msg }: Event): boolean => msg.type === 'turn_complete' || msg.type === 'turn_aborted'

const until = async (isTrue: () => boolean): Promise<void> => {
  for (let waited = 0; !isTrue(); waited += LOOK_MS) {
    if (waited > WAIT_MS_MAX) throw new Error('the turn did not end')
    await delay(LOOK_MS)
  }
}

const LOOK_MS = 5

const WAIT_MS_MAX = 60_000

const collect = async (events: AsyncIterable<LinkItem>, items: LinkItem[]): Promise<void> => {
  for await (const item of events) items.push(item)
}

const startThread = async (client: RawrClient, { cwd, url }: { cwd: string; url: string }): Promise<ThreadId> => {
  const settings: SettingsLayer = {
    model: { name: 'alder', context_window: 50_000_000 },
    provider: { base_url: url, wire_api: 'responses' },
    sandbox: { mode: 'danger-full-access' },
    approvals: { policy: 'never' },
  }
  const answer = await client.submit({ type: 'thread_start', cwd, env: {}, api_key: 'k', settings })
  if (answer.type !== 'accepted' || answer.thread_id === undefined) throw new Error('the thread did not start')
  return answer.thread_id
}

type Where = Pick<SoakJob, 'home' | 'port' | 'threadId'>

const startClients = async ({ clients, python }: SoakRun, where: Where): Promise<Record<string, SoakSight>> => {
  const names = Array.from({ length: clients }, (_, n) => (n === 0 && python !== null ? 'python' : `client ${n}`))
  const seen = await Promise.all(
    names.map(async (name, n): Promise<[string, SoakSight]> => {
      // Two of them rest, one for long.
      const restMs = n === 1 ? 150 : n === 2 ? 1_500 : 0
      const job: SoakJob = { ...where, name, restMs, endMark: END_MARK }
      const [program, ...args] =
        name === 'python' ? [python ?? '', PYTHON_CLIENT] : [process.execPath, '--conditions=@rawr/source', CLIENT]
      const env = { PATH: process.env.PATH, JOB: JSON.stringify(job), EXAMPLE, PYTHONDONTWRITEBYTECODE: '1' }
      const child = spawn(program ?? '', args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
      return [name, JSON.parse(await text(child.stdout))]
    }),
  )
  return Object.fromEntries(seen)
}

const CLIENT = fileURLToPath(new URL('./soak-client.ts', import.meta.url))

const PYTHON_CLIENT = fileURLToPath(new URL('./soak_client.py', import.meta.url))

const EXAMPLE = fileURLToPath(new URL('../../../../../examples/python/', import.meta.url))

type ModelInput = { readonly type?: string; readonly role?: string }

/** Stateless: what it says follows from the request, so that no killed daemon can confuse it. */
const startModel = async (): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { input } = JSON.parse(body) as { input: readonly ModelInput[] }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const events = input.at(-1)?.type === 'function_call_output' ? words(input.length) : calls(input.length)
      response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const calls = (n: number): { readonly type: string }[] => [
  ...Array.from({ length: CALLS }, (_, call) => {
    const plan = [{ step: `Step ${n}.${call}`, status: 'in_progress' }]
    return responses.done(responses.call(`call_${n}_${call}`, 'update_plan', JSON.stringify({ plan })), call)
  }),
  responses.completed(),
]

const words = (n: number): { readonly type: string }[] => {
  const pieces = Array.from({ length: PIECES }, (_, piece) => `${n}.${piece} 🦖 grün, `)
  return [
    ...pieces.map((piece) => responses.text(piece)),
    responses.done(responses.message(pieces.join(''))),
    responses.completed(),
  ]
}

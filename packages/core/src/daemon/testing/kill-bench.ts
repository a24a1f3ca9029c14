/**
 * A daemon that is killed in the middle of work, again and again, and what can be said afterwards of every message and
 * every command. The model is stateless: it answers from what the request holds, so that a killed daemon cannot confuse it.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Event, SettingsLayer, ThreadId } from '@rawr/protocol'
import { connectRawr, type LinkItem } from '@rawr/protocol/client'
import { responses } from '../../adapters/model/testing/provider-server.ts'
import { type ConnectOrStartOptions, connectOrStart } from '../connect-or-start.ts'
import { stopDaemon } from '../stop-daemon.ts'

/** Each task makes this many calls, one after the other, then says that it is done. */
export const CALLS_PER_TASK = 3

export type KillRun = {
  readonly tasks: number
  /** Where in the work: so many items after the last kill, and so many ms more. After the last the work is left to end. */
  readonly kills: readonly { readonly items: number; readonly ms: number }[]
}

export type KillReport = {
  readonly home: string
  /** Ids of the tasks whose `user_turn` was answered `accepted`. */
  readonly accepted: readonly string[]
  /** Logged events as the client saw them, all lives together. */
  readonly events: readonly Event[]
  readonly gaps: number
  /** One line a command that really ran: `task.call`. */
  readonly marks: readonly string[]
  readonly log: string
  /** Turns that a kill cut off. */
  readonly cutTurns: number
}

export const runKilled = async ({ tasks, kills }: KillRun): Promise<KillReport> => {
  const base = mkdtempSync(join(tmpdir(), 'rawr-kill-'))
  const [home, cwd] = [join(base, 'home'), join(base, 'project')]
  mkdirSync(join(cwd, '.git'), { recursive: true })
  const model = await startModel()
  const options: ConnectOrStartOptions = {
    home,
    version: '0.1.0',
    entry: ['--conditions=@rawr/source', SERVE, home, '0.1.0'],
  }
  let pid = 0
  const locate = async () => {
    const daemon = await connectOrStart(options)
    pid = daemon.pid
    return daemon
  }
  const client = connectRawr({ locate, client: { name: 'kill', version: '0.1.0' }, failuresMax: 1_000 })
  const items: LinkItem[] = []
  const reading = collect(client.events(), items)
  const threadId = await startThread(client, { cwd, url: model.url })
  const answers = Array.from({ length: tasks }, (_, task) =>
    client.submit({ type: 'user_turn', items: [{ type: 'text', text: `Task ${task}` }] }, { threadId }),
  )
  for (const point of kills) {
    await grown(items, point.items)
    await delay(point.ms)
    killNow(pid)
  }
  const accepted = (await Promise.all(answers)).flatMap((answer) => (answer.type === 'accepted' ? [answer.id] : []))
  await settled(items, accepted)
  client.close()
  await reading
  await stopDaemon(home)
  await model.close()
  const log = execFileSync('find', [join(home, 'sessions'), '-name', '*.jsonl'])
    .toString()
    .trim()
  return {
    home,
    accepted,
    events: items.flatMap((item) => (item.type === 'event' && item.seq !== undefined ? [item] : [])),
    gaps: items.filter(({ type }) => type === 'gap').length,
    marks: readMarks(cwd),
    log: readFileSync(log, 'utf8'),
    cutTurns: items.filter((item) => item.type === 'event' && item.msg.type === 'turn_aborted').length,
  }
}

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url))

const killNow = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is dead already, and its successor not known yet.
  }
}

const collect = async (events: AsyncIterable<LinkItem>, items: LinkItem[]): Promise<void> => {
  for await (const item of events) items.push(item)
}

type Place = { readonly cwd: string; readonly url: string }

const startThread = async (client: ReturnType<typeof connectRawr>, { cwd, url }: Place): Promise<ThreadId> => {
  const settings: SettingsLayer = {
    model: { name: 'alder', context_window: 200_000 },
    provider: { base_url: url, wire_api: 'responses' },
    sandbox: { mode: 'danger-full-access' },
    approvals: { policy: 'never' },
  }
  const env = { PATH: process.env.PATH ?? '' }
  const answer = await client.submit({ type: 'thread_start', cwd, env, api_key: 'k', settings })
  if (answer.type !== 'accepted' || answer.thread_id === undefined) throw new Error('the thread did not start')
  return answer.thread_id
}

/** So many items more, or the work has stood still: then everything is done already. */
const grown = async (items: readonly LinkItem[], count: number): Promise<void> => {
  const goal = items.length + count
  let last = { length: items.length, at: performance.now() }
  while (items.length < goal && performance.now() - last.at < STILL_MS) {
    if (items.length > last.length) last = { length: items.length, at: performance.now() }
    await delay(1)
  }
}

/** Longer than a killed daemon takes to be replaced on a loaded machine. */
const STILL_MS = 8_000

/** Every accepted message has an end: its turn was completed or aborted. */
const settled = async (items: readonly LinkItem[], accepted: readonly string[]): Promise<void> => {
  for (let waited = 0; waited < SETTLE_MS_MAX; waited += 20) {
    const ended = endsOf(items.flatMap((item) => (item.type === 'event' ? [item] : [])))
    if (accepted.every((id) => ended.has(id))) return
    await delay(20)
  }
  throw new Error(`not every message came to an end: ${JSON.stringify(items.slice(-5))}`)
}

const SETTLE_MS_MAX = 90_000

/** How often each submission was told the end of its turn, and which. */
export const endsOf = (events: readonly Event[]): ReadonlyMap<string, readonly string[]> => {
  const ends = new Map<string, string[]>()
  for (const { id, msg } of events) {
    const isEnd = msg.type === 'turn_complete' || msg.type === 'turn_aborted'
    if (isEnd && id !== null) ends.set(id, [...(ends.get(id) ?? []), msg.type])
  }
  return ends
}

const readMarks = (cwd: string): string[] => {
  try {
    return readFileSync(join(cwd, 'marks'), 'utf8').trimEnd().split('\n')
  } catch {
    return []
  }
}

type ModelInput = {
  readonly type?: string
  readonly role?: string
  readonly content?: readonly { readonly text?: string }[]
}

const startModel = async (): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: readonly ModelInput[] }
  const isTask = (item: ModelInput): boolean => item.role === 'user' && taskOf(item) !== null
  const at = input.findLastIndex(isTask)
  const task = taskOf(input[at] ?? {}) ?? '?'
  const calls = input.slice(at).filter(({ type }) => type === 'function_call').length
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of eventsFor(task, calls)) {
    await delay(4)
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  }
  response.end()
}

const taskOf = ({ content }: ModelInput): string | null =>
  (Array.isArray(content) ? content : []).flatMap(({ text }) => /^Task (\d+)$/.exec(text ?? '')?.[1] ?? [])[0] ?? null

const eventsFor = (task: string, calls: number): { readonly type: string }[] => {
  if (calls >= CALLS_PER_TASK)
    return [
      responses.text('Done '),
      responses.text(`${task}.`),
      responses.done(responses.message(`Done ${task}.`)),
      responses.completed(),
    ]
  // The mark is written at the end: a command that was killed half-way leaves none.
  const command = `sleep 0.01; echo ${task}.${calls} >> marks`
  return [
    responses.text('Next.'),
    responses.done(responses.message('Next.')),
    responses.done(responses.call(`call_${task}_${calls}`, 'shell', JSON.stringify({ command })), 1),
    responses.completed(),
  ]
}

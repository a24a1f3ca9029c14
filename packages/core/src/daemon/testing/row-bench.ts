/**
 * What the tests of failure rows begin with: a daemon over real sockets and files, and a provider that refuses what a strict
 * one refuses. A row is provoked with its own numbers and judged by what was sent and what was told.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Accepted,
  type EventMsg,
  type Op,
  type Rejected,
  type SettingsLayer,
  SubmissionId,
  type ThreadId,
  type UserInput,
} from '@rawr/protocol'
import { afterEach } from 'vitest'
import { type Answer, http } from '../../adapters/model/testing/provider-server.ts'
import { type Spoken, type SpokenCall, speak } from '../../adapters/model/testing/speak.ts'
import { type Strictness, strictly } from '../../adapters/model/testing/strict.ts'
import { type BenchClient, type DaemonBench, openDaemonBench } from './daemon-bench.ts'

export type Row = {
  /** In this order, the last one again and again; each behind the strict rules. */
  readonly answers: readonly Answer[]
  readonly window?: number
  /** What the server lists; absent: it has no list. */
  readonly models?: readonly object[]
  readonly strict?: Strictness
  /** To a wish for the provider's own compaction. */
  readonly remote?: Answer
  readonly settings?: SettingsLayer
  /** In the project before the thread begins, by path. */
  readonly files?: Readonly<Record<string, string>>
}

export type RowBench = {
  readonly bench: DaemonBench
  readonly client: BenchClient
  readonly threadId: ThreadId
  /** Bodies in the order they came. */
  bodies(): readonly string[]
  /** The end of the turn for just this message, or the refusal of it. */
  say(
    text: string,
    ...more: readonly UserInput[]
  ): Promise<EventMsg | { readonly type: 'rejected'; readonly code: string }>
  compact(options?: Omit<Extract<Op, { type: 'compact' }>, 'type'>): Promise<EventMsg>
  send(op: Op): Promise<Accepted | Rejected>
  /** The same thread with these settings over those it was started with. */
  resume(settings: SettingsLayer): Promise<void>
  /** The thread's log as it lies on disk. */
  log(): string
  logFile(): string
  told<Type extends EventMsg['type']>(type: Type): readonly Extract<EventMsg, { type: Type }>[]
}

export const openRow = async ({
  answers,
  window = 100_000,
  models,
  strict = {},
  remote,
  settings = {},
  files = {},
}: Row): Promise<RowBench> => {
  const bench = await openDaemonBench(answers.map((answer) => besides(strictly(answer, strict), { models, remote })))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(bench.cwd, path)), { recursive: true })
    writeFileSync(join(bench.cwd, path), text)
  }
  const client = bench.client()
  const layer = {
    ...bench.settings,
    ...settings,
    model: { name: 'alder', context_window: window, ...settings.model },
    provider: { ...bench.settings.provider, ...settings.provider },
  }
  const started = await client.submit({ ...bench.startOp, settings: layer })
  if (started.type !== 'accepted' || started.thread_id === undefined) throw new Error('the thread was not started')
  const threadId = started.thread_id
  let count = 0
  const next = () => {
    count += 1
    return SubmissionId.parse(`sb_row_${count}`)
  }
  const endOf = async (id: SubmissionId, types: readonly EventMsg['type'][]): Promise<EventMsg> => {
    const item = await client.item(
      (found) => found.type === 'event' && found.id === id && types.includes(found.msg.type),
    )
    if (item.type !== 'event') throw new Error('no event')
    return item.msg
  }
  const submit = async (op: Op) => {
    const id = next()
    return { id, answer: await client.submit(op, { threadId, id }) }
  }
  return {
    bench,
    client,
    threadId,
    bodies: () => bench.provider.sent.filter(({ body }) => body !== null).map(({ body }) => JSON.stringify(body)),
    say: async (text, ...more) => {
      const { id, answer } = await submit({ type: 'user_turn', items: [{ type: 'text', text }, ...more] })
      return answer.type === 'rejected' ? answer : endOf(id, ['turn_complete', 'turn_aborted'])
    },
    compact: async (options = {}) => {
      const { id } = await submit({ type: 'compact', ...options })
      return endOf(id, ['context_compacted', 'compact_failed'])
    },
    send: async (op) => (await submit(op)).answer,
    resume: async (change) => {
      const settings = { ...layer, ...change, model: { ...layer.model, ...change.model } }
      const { cwd, env, api_key } = bench.startOp
      const answer = await client.submit({ type: 'thread_resume', thread_id: threadId, cwd, env, api_key, settings })
      if (answer.type !== 'accepted') throw new Error(answer.message)
    },
    log: () => readFileSync(logFileIn(bench.home), 'utf8'),
    logFile: () => logFileIn(bench.home),
    told: <Type extends EventMsg['type']>(type: Type) =>
      client.items.flatMap((item) =>
        item.type === 'event' && item.msg.type === type ? [item.msg as Extract<EventMsg, { type: Type }>] : [],
      ),
  }
}

const logFileIn = (home: string): string => {
  const files = readdirSync(join(home, 'sessions'), { recursive: true, withFileTypes: true })
  const file = files.find(({ name }) => name.endsWith('.jsonl'))
  if (file === undefined) throw new Error(`no log in ${home}`)
  return join(file.parentPath, file.name)
}

/** What is asked beside the conversation. */
const besides =
  (answer: Answer, { models, remote }: { readonly models: Row['models']; readonly remote: Row['remote'] }): Answer =>
  (response, sent) => {
    if (sent.body === null && models !== undefined) return http(200, { object: 'list', data: models })(response, sent)
    return sent.path.endsWith('/responses/compact') && remote !== undefined
      ? remote(response, sent)
      : answer(response, sent)
  }

/** What a row waits for must come: one that hangs fails by what it expects, and not by the patience of the runner. */
export const soon = <Value>(promise: Promise<Value>, ms = 20_000): Promise<Value | 'nothing came'> => {
  const { promise: late, resolve } = Promise.withResolvers<'nothing came'>()
  const timer = setTimeout(() => resolve('nothing came'), ms)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** For a file of rows: opens them, and closes them after each test. */
export const opensRows = (): typeof openRow => {
  const opened: RowBench[] = []
  afterEach(async () => {
    for (const { bench } of opened.splice(0)) await bench.close()
  }, 60_000)
  return async (row) => {
    const bench = await openRow(row)
    opened.push(bench)
    return bench
  }
}

export const saying = (text: string): Answer => speak('responses', { text })

let calls = 0

export const shellCalls = (...commands: readonly string[]): readonly SpokenCall[] =>
  commands.map((command) => {
    calls += 1
    return { id: `call_${calls}`, name: 'shell', json: JSON.stringify({ command }) }
  })

export const running = (...commands: readonly string[]): Answer =>
  speak('responses', { calls: shellCalls(...commands) })

/** A row's own numbers, in which the strict provider counts four bytes as one token. */
export const tokensOf = (body: unknown): number =>
  Math.ceil((typeof body === 'string' ? body : JSON.stringify(body)).length / 4)

/** The same, and it reports what it counted, beside so many tokens of its own. */
export const counted =
  (spoken: Omit<Spoken, 'usage'>, outputTokens = 20): Answer =>
  (response, sent) =>
    speak('responses', { ...spoken, usage: [tokensOf(sent.body), outputTokens] })(response, sent)

const SENTENCE = 'The berth lies at the quay.'

/** Prints so many tokens of prose, on which everybody's count agrees. */
export const printing = (tokens: number): string =>
  `yes '${SENTENCE}' | head -n ${Math.round((tokens * 4) / (SENTENCE.length + 1))} | tr '\\n' ' '`

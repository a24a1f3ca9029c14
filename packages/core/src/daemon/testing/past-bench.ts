/**
 * Rows about a thread with a past: a running daemon, a provider that plays a script over HTTP, files that can really be read,
 * and the log as it stands on the disk.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CompactOptions, type EventMsg, type HistoryItem, type RolloutLine, textOfItem } from '@rawr/protocol'
import { z } from 'zod'
import { type Answer, http, responses, sse } from '../../adapters/model/testing/provider-server.ts'
import { spokenEvents } from '../../adapters/model/testing/speak.ts'
import { readLog } from '../../adapters/store/read-log.ts'
import { viewOf } from '../../testing/look.ts'
import { opensRows, type Row, type RowBench } from './row-bench.ts'

/** One answer of the provider. */
export type Said = {
  readonly text?: string
  readonly reasoning?: string
  /** Of this tool; `{name, arguments}`. */
  readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[]
  /** Tokens of the prompt and of the answer. */
  readonly usage?: readonly [number, number]
  readonly stop?: 'length' | 'content_filter'
  /** The answer is held back until this resolves. */
  readonly after?: Promise<unknown>
  /** The provider fails in these words. */
  readonly fault?: { readonly status: number; readonly message: string; readonly code?: string }
}

export type Step = Said | ((asked: Asked) => Said)

/** A request as it came. */
export type Asked = {
  readonly model: string
  readonly instructions: string
  readonly tools: readonly unknown[]
  readonly toolChoice: string | undefined
  readonly cacheKey: string
  /** Each item as it was sent. */
  readonly input: readonly unknown[]
  /** The text of each item: of a message its parts, of a call its arguments, of a result its output. */
  readonly texts: readonly string[]
  /** Texts of messages in the role of the user. */
  readonly users: readonly string[]
}

const Part = z.looseObject({ text: z.string().optional() })
const Item = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content: z.union([z.string(), z.array(Part)]).optional(),
  arguments: z.string().optional(),
  output: z.union([z.string(), z.array(Part)]).optional(),
})
const Body = z.looseObject({
  model: z.string(),
  instructions: z.string(),
  input: z.array(Item),
  tools: z.array(z.unknown()).default([]),
  tool_choice: z.string().optional(),
  prompt_cache_key: z.string().default(''),
})

const textOf = (parts: z.infer<typeof Item>['content']): string =>
  typeof parts === 'string' ? parts : (parts ?? []).map(({ text = '' }) => text).join('\n')

export const askedOf = (body: unknown): Asked => {
  const { model, instructions, input, tools, tool_choice, prompt_cache_key } = Body.parse(body)
  const isUsers = ({ type, role }: z.infer<typeof Item>): boolean => type === 'message' && role === 'user'
  return {
    model,
    instructions,
    tools,
    toolChoice: tool_choice,
    cacheKey: prompt_cache_key,
    input,
    texts: input.map((item) => textOf(item.content ?? item.output) + (item.arguments ?? '')),
    users: input.filter(isUsers).map(({ content }) => textOf(content)),
  }
}

let calls = 0

export const answerOf =
  (step: Step): Answer =>
  async (response, sent) => {
    const said = typeof step === 'function' ? step(askedOf(sent.body)) : step
    await said.after
    const { fault, reasoning } = said
    if (fault !== undefined)
      return http(fault.status, { error: { message: fault.message, code: fault.code ?? null } })(response, sent)
    const thought =
      reasoning === undefined
        ? []
        : [responses.done({ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: reasoning }] })]
    return sse(...thought, ...spokenEvents('responses', { ...said, calls: spokenCalls(said) }))(response, sent)
  }

const spokenCalls = ({ calls: asked = [] }: Said) =>
  asked.map(({ name, arguments: given }) => {
    calls += 1
    return { id: `call_p${calls}`, name, json: JSON.stringify(given) }
  })

export type PastRow = Omit<Row, 'answers'> & { readonly script: readonly Step[] }

export type PastBench = RowBench & {
  /** Requests in the order they came. */
  asked(): readonly Asked[]
  /** The log as it stands on the disk. */
  lines(): Promise<readonly RolloutLine[]>
  /** What the model would see of it. */
  view(): Promise<readonly HistoryItem[]>
  viewText(): Promise<string>
  /** Compactions in the log. */
  compacted(): Promise<readonly Extract<RolloutLine, { type: 'compacted' }>['payload'][]>
  /** Compacts, and fails where it did not. */
  condense(options?: CompactOptions): Promise<Extract<EventMsg, { type: 'context_compacted' }>>
}

export const opensPasts = (): ((row: PastRow) => Promise<PastBench>) => {
  const open = opensRows()
  return async (row) => withPast(await open({ ...row, answers: row.script.map(answerOf), files: filesOf(row) }))
}

const withPast = (row: RowBench): PastBench => {
  const lines = async () => (await readLog(logOf(row))).lines
  const view = async () => viewOf(await lines())
  const compact = async (options: CompactOptions = {}) => {
    const ends = row.told('turn_complete').length
    const end = await row.compact(options)
    // Until that is told the thread is busy.
    await row.client.event('turn_complete', ends)
    return end
  }
  return {
    ...row,
    asked: () => row.bodies().map((body) => askedOf(JSON.parse(body))),
    lines,
    view,
    viewText: async () => (await view()).map(textOfItem).join('\n'),
    compacted: async () => (await lines()).flatMap((line) => (line.type === 'compacted' ? [line.payload] : [])),
    compact,
    condense: async (options = {}) => {
      const end = await compact(options)
      if (end.type !== 'context_compacted') throw new Error(JSON.stringify(end))
      return end
    },
  }
}

const logOf = ({ bench, threadId }: RowBench): string => {
  const folder = join(bench.home, 'sessions')
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => path.includes(threadId))
  if (name === undefined) throw new Error(`no log of ${threadId}`)
  return join(folder, name)
}

/** Pages of the quay; about 2,600 tokens each. */
const PAGES = 90

const page = (n: number): string =>
  Array.from(
    { length: 160 },
    (_, row) => `export const berth${n}x${row} = moor(${row * n}) // quay ${n}, rope ${row}`,
  ).join('\n')

const filesOf = ({ files = {} }: PastRow): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Array.from({ length: PAGES }, (_, n) => [`src/quay-${n + 1}.ts`, page(n + 1)])),
  ...files,
})

/** Reads page after page: so many answers with a call each. */
export const rounds = (count: number, from = 1): readonly Said[] =>
  Array.from({ length: count }, (_, n) => ({
    calls: [{ name: 'read', arguments: { path: `src/quay-${from + n}.ts` } }],
  }))

/** Each message of the user reads so much that there is something to compact. */
export const chatty = (messages: number, pages = 6): readonly Said[] =>
  Array.from({ length: messages }, (_, n) => [...rounds(pages, n * pages + 1), { text: 'Read.' }]).flat()

export const running = (command: string): Said => ({ calls: [{ name: 'shell', arguments: { command } }] })

/** An answer that is held back, the moment it was asked for, and the word to go on. */
export const held = (said: Said) => {
  const [arrived, opened] = [Promise.withResolvers<Asked>(), Promise.withResolvers<void>()]
  const step: Step = (asked) => {
    arrived.resolve(asked)
    return { ...said, after: opened.promise }
  }
  return { step, arrived: arrived.promise, go: opened.resolve }
}

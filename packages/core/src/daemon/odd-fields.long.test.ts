// Every op of the protocol with every one of its texts too long, empty, or named after the prototype, over a real socket: each
// frame is answered once, briefly, and by the path of what is wrong.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Path = readonly (string | number)[]

let bench: DaemonBench
let socket: WebSocket
let threadId: string
const answers: { readonly text: string; readonly frame: Record<string, unknown> }[] = []

beforeAll(async () => {
  bench = await openDaemonBench([saying('Yes.')])
  threadId = await bench.thread(bench.client())
  const { url, token } = bench.daemon
  socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
  await once(socket, 'open')
  socket.on('message', (content) => {
    const frame = JSON.parse(String(content)) as Record<string, unknown>
    if (frame.type === 'accepted' || frame.type === 'rejected') answers.push({ text: String(content), frame })
  })
  const client = { name: 'odd', version: '0' }
  const last_seen = [{ thread_id: threadId, seq: 0 }]
  socket.send(JSON.stringify({ type: 'hello', protocol: { min: 1, max: 1 }, client, last_seen }))
})
afterAll(async () => {
  socket.terminate()
  await bench.close()
})

const answerTo = async (frame: unknown) => {
  const before = answers.length
  socket.send(JSON.stringify(frame))
  while (answers.length === before) await once(socket, 'message')
  return answers[before]
}

const golden = new URL('../../../protocol/golden/op/', import.meta.url)
const submissions = readdirSync(golden)
  .map((name) => JSON.parse(readFileSync(new URL(name, golden), 'utf8')) as { readonly op: { readonly type: string } })
  // It would end the daemon, and has no text in it.
  .filter(({ op }) => op.type !== 'shutdown')

/** Where texts stand in a value; `type` and `kind` are the protocol's own words. */
const textsIn = (value: Json, path: Path = []): Path[] => {
  if (typeof value === 'string') return path.at(-1) === 'type' || path.at(-1) === 'kind' ? [] : [path]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

const changed = (value: Json, [key, ...rest]: Path, text: string): Json => {
  if (key === undefined) return text
  if (Array.isArray(value)) return value.map((inner, index) => (index === key ? changed(inner, rest, text) : inner))
  if (value === null || typeof value !== 'object') throw new Error('no such path')
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === key ? changed(inner, rest, text) : inner]),
  )
}

const LONG = 'i'.repeat(100_000)
const odd: readonly (readonly [string, string])[] = [
  ['too long', LONG],
  ['empty', ''],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['with half a character', 'th_\ud800'],
]

const isId = (path: Path): boolean => /^(id|first|last|.*_id)$/.test(String(path.at(-1)))

test.each(submissions.map((submission) => [submission.op.type, submission] as const))(
  '%s',
  { timeout: 30_000 },
  async (_type, submission) => {
    for (const path of textsIn(submission as Json)) {
      for (const [what, text] of odd) {
        const own = changed(
          { ...submission, ...('thread_id' in submission ? { thread_id: threadId } : {}) } as Json,
          ['id'],
          `sb_${path.join('_')}_${what}`,
        )
        const answer = await answerTo(changed(own, path, text))
        expect(answer?.text.length).toBeLessThan(4_000)
        if (isId(path) && (what === 'too long' || what === 'empty'))
          expect([path, answer?.frame]).toMatchObject([path, { type: 'rejected', code: 'invalid', path }])
      }
    }
  },
)

test('a submission whose own id cannot be one is refused without an id', async () => {
  for (const id of [LONG, '', 7, null, {}, ['sb_1']])
    expect(
      (await answerTo({ type: 'submission', id, thread_id: threadId, op: { type: 'interrupt' } }))?.frame,
    ).toMatchObject({
      type: 'rejected',
      id: null,
      code: 'invalid',
      path: ['id'],
    })
})

test('afterwards the prototype is as it was, and the thread takes a message', async () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  const client = bench.client('honest')
  const thread = await bench.thread(client)
  await client.submit({ type: 'user_turn', items: [{ type: 'text', text: 'Still there?' }] }, { threadId: thread })
  expect((await client.event('turn_complete')).msg).toMatchObject({ last_agent_message: 'Yes.' })
})

// `recall` over real sockets and files: a client and the model read the same words.
import { isToolOutput, type RecallTarget, SubmissionId, type ThreadId, textOfOutput } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { responses, sse } from '../adapters/model/testing/provider-server.ts'
import { openThreadStore } from '../adapters/store/thread-log.ts'
import { type BenchClient, calling, type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

let bench: DaemonBench

afterEach(() => bench.close())

const recalling = sse(
  responses.done(responses.call('call_r', 'recall', JSON.stringify({ search: 'berth 1999' }))),
  responses.completed(),
)

const turn = async (client: BenchClient, threadId: ThreadId, text: string) => {
  const id = SubmissionId.parse(`sb_${text}`)
  await client.submit({ type: 'user_turn', items: [{ type: 'text', text }] }, { threadId, id })
  await client.item((item) => item.type === 'event' && item.id === id && item.msg.type === 'turn_complete')
}

const outputs = async (threadId: ThreadId) => {
  const lines = await openThreadStore({ home: bench.home, clock: { now: Date.now } }).read(threadId)
  if (!lines.ok) throw new Error(lines.error.message)
  return lines.value.flatMap(({ type, payload }) =>
    type === 'response_item' && isToolOutput(payload) ? [payload] : [],
  )
}

const asked = async (client: BenchClient, threadId: ThreadId, target: RecallTarget) => {
  const answer = await client.ask({ type: 'recall', target }, { threadId })
  return answer.ok ? answer.value.text : answer.error
}

test('a client recalls by text what the model recalls by it, a viewer and the next life of the daemon too', async () => {
  bench = await openDaemonBench([
    calling('call_1', "seq -f 'berth %g' 1 4000"),
    saying('Counted.'),
    recalling,
    saying('It is there.'),
  ])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await turn(client, threadId, 'count')
  const [counted] = await outputs(threadId)
  if (counted === undefined) throw new Error('nothing was counted')
  const search = { kind: 'search', text: 'berth 1999' } as const
  const found = await asked(client, threadId, search)
  expect(found).toMatch(new RegExp(`^${counted.meta.id} line [0-9]+: berth 1999$`))
  await turn(client, threadId, 'recall')
  const [, recalled] = await outputs(threadId)
  expect(recalled === undefined ? null : textOfOutput(recalled)).toContain(found)
  await bench.restart()
  const viewer = bench.client('viewer', { capabilities: [], follow: new Map([[threadId, 0]]) })
  const [whole, cut] = [await asked(viewer, threadId, { kind: 'id', id: counted.meta.id }), textOfOutput(counted)]
  expect(whole).toMatch(/^\[i4 · tool\]\n/)
  expect([whole, cut].map((text) => String(text).includes('berth 2000\nberth 2001\n'))).toEqual([true, false])
})

test('a question without an answer is refused by the path of what is wrong', async () => {
  bench = await openDaemonBench([saying('Yes.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await turn(client, threadId, 'ready')
  const rows = [
    [{ kind: 'id', id: 'i999' }, 'invalid', ['op', 'target', 'id']],
    [{ kind: 'id', id: '__proto__' }, 'invalid', ['op', 'target', 'id']],
    [{ kind: 'search', text: 'x'.repeat(501) }, 'invalid', ['op', 'target', 'text']],
    [{ kind: 'path', path: '' }, 'invalid', ['op', 'target', 'path']],
  ] as const
  for (const [target, code, path] of rows)
    expect(await asked(client, threadId, target)).toMatchObject({ type: 'rejected', code, path })
  expect(await asked(client, threadId, { kind: 'path', path: 'no/such/file' })).toBe('')
})

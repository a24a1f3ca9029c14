// Reviews, approvals of patches and the diff of a turn, over real sockets, files and a provider on the loopback.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Op, type RequestId, SubmissionId, type ThreadId } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { type Answer, responses, sse } from '../adapters/model/testing/provider-server.ts'
import { openThreadStore } from '../adapters/store/thread-log.ts'
import { breachesOf } from '../testing/look.ts'
import { type BenchClient, calling, type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

let bench: DaemonBench

const open = async (...args: Parameters<typeof openDaemonBench>) => {
  bench = await openDaemonBench(...args)
  return bench
}

afterEach(() => bench.close())

const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })
const sb = (id: string) => SubmissionId.parse(id)

const ended = (client: BenchClient, id: string) =>
  client.item(
    (item) =>
      item.type === 'event' &&
      item.id === id &&
      (item.msg.type === 'turn_complete' || item.msg.type === 'turn_aborted'),
  )

const linesOf = async (threadId: ThreadId) => {
  const lines = await openThreadStore({ home: bench.home, clock: { now: Date.now } }).read(threadId)
  if (!lines.ok) throw new Error(lines.error.message)
  return lines.value
}

const patching = (callId: string, ...lines: readonly string[]): Answer => {
  const input = ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
  return sse(responses.done(responses.call(callId, 'apply_patch', JSON.stringify({ input }))), responses.completed())
}

const ask = { approvals: { policy: 'untrusted' as const } }

const askingThread = async (client: BenchClient): Promise<ThreadId> => {
  const answer = await client.submit({ ...bench.startOp, settings: { ...bench.settings, ...ask } })
  if (answer.type !== 'accepted' || answer.thread_id === undefined) throw new Error(JSON.stringify(answer))
  return answer.thread_id
}

test('a patch is asked for with its text; the first answer wins, everybody is told, and a later one finds nothing', async () => {
  await open([patching('call_1', '*** Add File: tide.txt', '+high'), saying('Done.')])
  const client = bench.client()
  const threadId = await askingThread(client)
  const other = bench.client('other', { follow: new Map([[threadId, 0]]) })
  await other.item(({ type }) => type === 'replay_complete')
  await client.submit(say('Write it'), { threadId, id: sb('sb_1') })
  const { msg } = await other.event('apply_patch_approval_request')
  expect(msg).toMatchObject({ paths: [join(bench.cwd, 'tide.txt')], patch: expect.stringContaining('+high') })
  const request_id = (msg as { request_id: RequestId }).request_id
  const answer = { type: 'patch_approval', request_id, decision: 'approved' } as const
  expect(await other.submit(answer, { threadId })).toMatchObject({ type: 'accepted' })
  expect((await client.event('approval_resolved')).msg).toMatchObject({ request_id, decision: 'approved' })
  expect(await client.submit({ ...answer, decision: 'denied' }, { threadId })).toMatchObject({
    code: 'no_such_approval',
  })
  await ended(client, 'sb_1')
  expect(readFileSync(join(bench.cwd, 'tide.txt'), 'utf8')).toBe('high\n')
})

test('a turn tells what its patches changed in all, once, before its end', async () => {
  await open([
    patching('call_1', '*** Update File: tide.txt', '-low', '+mid'),
    patching('call_2', '*** Update File: tide.txt', '-mid', '+high'),
    saying('Done.'),
    saying('Nothing to do.'),
  ])
  writeFileSync(join(bench.cwd, 'tide.txt'), 'low\n')
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit(say('Raise it'), { threadId, id: sb('sb_1') })
  await ended(client, 'sb_1')
  await client.submit(say('Again'), { threadId, id: sb('sb_2') })
  await ended(client, 'sb_2')
  const diffs = client.logged().flatMap(({ msg }) => (msg.type === 'turn_diff' ? [msg.unified_diff] : []))
  expect(diffs).toEqual(['--- a/tide.txt\n+++ b/tide.txt\n@@ -1 +1 @@\n-low\n+high\n'])
  const types = client.logged().map(({ msg }) => msg.type)
  expect(types[types.indexOf('turn_diff') + 1]).toBe('turn_complete')
  expect(breachesOf(await linesOf(threadId))).toEqual([])
})

test('a review is a turn of its own that says where it begins and what it found; its prompt is no word of the user', async () => {
  await open([calling('call_1', 'git diff main'), saying('One finding.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  const other = bench.client('other', { follow: new Map([[threadId, 0]]) })
  const op = { type: 'review', target: { kind: 'base', branch: 'main' }, instructions: 'Look at the locks.' } as const
  expect(await client.submit(op, { threadId, id: sb('sb_r') })).toMatchObject({ type: 'accepted' })
  await ended(other, 'sb_r')
  const types = other
    .logged()
    .filter(({ id }) => id === 'sb_r')
    .map(({ msg }) => msg.type)
  expect(types.slice(0, 3)).toEqual(['turn_started', 'entered_review_mode', 'user_message'])
  expect(types.slice(-2)).toEqual(['exited_review_mode', 'turn_complete'])
  expect((await other.event('exited_review_mode')).msg).toMatchObject({ findings: 'One finding.' })
  expect((await other.event('turn_started')).msg).toMatchObject({ origin: 'review' })
  const sent = JSON.stringify(bench.provider.sent[0]?.body)
  expect(sent).toContain('main')
  expect(sent).toContain('Look at the locks.')
  const lines = await linesOf(threadId)
  const users = lines.filter((line) => line.type === 'response_item' && line.payload.meta.origin === 'user')
  expect(users).toEqual([])
  expect(breachesOf(lines)).toEqual([])
})

test.each([
  [
    'is interrupted',
    async (client: BenchClient, threadId: ThreadId) => client.submit({ type: 'interrupt' }, { threadId }),
  ],
  ['is torn by the end of the daemon', () => bench.restart()],
])('a review that %s has exited before its turn ends', async (_name, end) => {
  await open([calling('call_1', 'sleep 60'), saying('Go on.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit({ type: 'review' }, { threadId, id: sb('sb_r') })
  await client.event('exec_command_begin')
  expect(await client.submit({ type: 'review' }, { threadId })).toMatchObject({ code: 'busy' })
  await end(client, threadId)
  await ended(client, 'sb_r')
  expect((await client.event('exited_review_mode')).msg).toMatchObject({ findings: null })
  const types = client.logged().map(({ msg }) => msg.type)
  expect(types.filter((type) => type === 'exited_review_mode')).toHaveLength(1)
  expect(types.indexOf('exited_review_mode')).toBeLessThan(types.indexOf('turn_aborted'))
  // The thread is no longer in review.
  await client.submit(say('And now?'), { threadId, id: sb('sb_n') })
  await ended(client, 'sb_n')
  expect(breachesOf(await linesOf(threadId))).toEqual([])
})

// Ops on the queue, the turn's context and the window, over real sockets, files and a provider on the loopback.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Op, SubmissionId, type ThreadId } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
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

const sent = (): string => JSON.stringify(bench.provider.sent.at(-1)?.body)

test('queued messages are edited, moved and removed; the rest is delivered in its new order, after a restart too', async () => {
  await open([calling('call_1', 'sleep 60'), saying('B.'), saying('A.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit(say('Wait'), { threadId, id: sb('sb_w') })
  await client.event('exec_command_begin')
  for (const name of ['sb_a', 'sb_b', 'sb_c']) await client.submit(say(name), { threadId, id: sb(name) })
  const edit = (of: string, how: Extract<Op, { type: 'queue_edit' }>['edit']) =>
    client.submit({ type: 'queue_edit', submission_id: sb(of), edit: how }, { threadId })
  await edit('sb_c', { kind: 'remove' })
  await edit('sb_b', { kind: 'move', to: 0 })
  await edit('sb_a', { kind: 'replace', items: [{ type: 'text', text: 'rewritten' }] })
  expect(await edit('sb_c', { kind: 'remove' })).toMatchObject({ code: 'not_queued', path: ['op', 'submission_id'] })
  const changes = client.logged().flatMap(({ msg }) => (msg.type === 'queue_changed' ? [msg.queued] : []))
  expect(changes.at(-1)?.map(({ text }) => text)).toEqual(['sb_b', 'rewritten'])
  await bench.restart()
  await ended(client, 'sb_a')
  const said = client.logged().flatMap(({ msg }) => (msg.type === 'user_message' ? [msg.text] : []))
  expect(said).toEqual(['Wait', 'sb_b', 'rewritten'])
  expect(breachesOf(await linesOf(threadId))).toEqual([])
})

test('a typed command runs, is seen by everybody, and the model reads it with the next message', async () => {
  await open([saying('Seen.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  const other = bench.client('other', { follow: new Map([[threadId, 0]]) })
  await other.item(({ type }) => type === 'replay_complete')
  await client.submit({ type: 'run_user_shell_command', command: 'echo anchor' }, { threadId, id: sb('sb_sh') })
  expect((await other.event('exec_command_end')).msg).toMatchObject({
    exit_code: 0,
    output: expect.stringContaining('anchor'),
  })
  await ended(other, 'sb_sh')
  expect((await other.event('turn_started')).msg).toMatchObject({ origin: 'user_shell' })
  expect(bench.provider.sent).toHaveLength(0)
  await client.submit(say('What now?'), { threadId, id: sb('sb_1') })
  await ended(client, 'sb_1')
  expect(sent()).toContain('<user_shell_command>\\n$ echo anchor')
  expect(breachesOf(await linesOf(threadId))).toEqual([])
})

test('a typed command keeps to the sandbox of the thread', async () => {
  await open([saying('')])
  const client = bench.client()
  const settings = { ...bench.settings, sandbox: { mode: 'read-only' as const } }
  const answer = await client.submit({ ...bench.startOp, settings })
  if (answer.type !== 'accepted' || answer.thread_id === undefined) throw new Error(JSON.stringify(answer))
  await client.submit({ type: 'run_user_shell_command', command: 'touch made' }, { threadId: answer.thread_id })
  const { msg } = await client.event('exec_command_end')
  expect(msg.type === 'exec_command_end' && msg.exit_code).not.toBe(0)
})

test('another model, effort, policy and folder hold from the next turn on, and everybody is told', async () => {
  await open([saying('One.'), saying('Two.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit(say('one'), { threadId, id: sb('sb_1') })
  await ended(client, 'sb_1')
  const cwd = join(bench.cwd, 'quay')
  mkdirSync(cwd)
  const wish = {
    type: 'override_turn_context',
    model: 'birch',
    effort: 'high',
    approval_policy: 'on-request',
    cwd,
  } as const
  expect(await client.submit(wish, { threadId })).toMatchObject({ type: 'accepted', outcome: 'started' })
  expect((await client.event('session_configured', 1)).msg).toMatchObject({
    model: 'birch',
    cwd,
    settings: { approvals: { policy: 'on-request' } },
  })
  await client.submit(say('two'), { threadId, id: sb('sb_2') })
  await ended(client, 'sb_2')
  expect(bench.provider.sent.at(-1)?.body).toMatchObject({ model: 'birch', reasoning: { effort: 'high' } })
  expect(sent()).toContain(cwd)
  const lines = await linesOf(threadId)
  const contexts = lines.flatMap((line) => (line.type === 'turn_context' ? [line.payload] : []))
  expect(contexts.map(({ model, approval_policy }) => [model, approval_policy])).toEqual([
    ['alder', 'never'],
    ['birch', 'on-request'],
  ])
  expect(breachesOf(lines)).toEqual([])
})

test('what a thread was asked to run under holds after a restart of the daemon too', async () => {
  await open([saying('One.'), saying('Two.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit(say('one'), { threadId, id: sb('sb_1') })
  await ended(client, 'sb_1')
  await client.submit({ type: 'override_turn_context', model: 'birch', effort: 'high' }, { threadId })
  await bench.restart()
  await client.submit(say('two'), { threadId, id: sb('sb_2') })
  await ended(client, 'sb_2')
  expect(bench.provider.sent.at(-1)?.body).toMatchObject({ model: 'birch', reasoning: { effort: 'high' } })
  expect(breachesOf(await linesOf(threadId))).toEqual([])
})

test('a running turn ends as it began; what waits behind it runs under the new context', async () => {
  await open([calling('call_1', 'until [ -e go ]; do sleep 0.05; done'), saying('One.'), saying('Two.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit(say('one'), { threadId, id: sb('sb_1') })
  await client.event('exec_command_begin')
  await client.submit(say('two'), { threadId, id: sb('sb_2') })
  expect(await client.submit({ type: 'override_turn_context', model: 'birch' }, { threadId })).toMatchObject({
    outcome: 'queued',
  })
  writeFileSync(join(bench.cwd, 'go'), '')
  await ended(client, 'sb_2')
  const models = bench.provider.sent.flatMap(({ body }) => (body === null ? [] : [(body as { model: string }).model]))
  expect(models).toEqual(['alder', 'alder', 'birch'])
  expect(client.logged().map(({ seq }) => seq)).toEqual(client.logged().map((_, index) => index + 1))
  expect(breachesOf(await linesOf(threadId))).toEqual([])
})

test('a folder that is not there is refused by its path, and the thread goes on as it was', async () => {
  await open([saying('One.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  expect(await client.submit({ type: 'override_turn_context', cwd: '/no/such/folder' }, { threadId })).toMatchObject({
    code: 'invalid',
    path: ['op', 'cwd'],
  })
  await client.submit(say('one'), { threadId, id: sb('sb_1') })
  expect(await ended(client, 'sb_1')).toMatchObject({ msg: { type: 'turn_complete' } })
})

test('the breakdown adds up to the shown figure, and only the asker gets it', async () => {
  await open([saying('One.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  const other = bench.client('other', { follow: new Map([[threadId, 0]]) })
  await client.submit(say('one'), { threadId, id: sb('sb_1') })
  await ended(other, 'sb_1')
  const answer = await client.ask({ type: 'context_breakdown' }, { threadId })
  const shown = client
    .logged()
    .flatMap(({ msg }) => (msg.type === 'token_count' ? [msg.usage] : []))
    .at(-1)
  if (!answer.ok) throw new Error(answer.error.message)
  expect(answer.value.usage).toEqual(shown)
  expect(answer.value.parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(shown?.used_tokens)
  expect(client.items.filter(({ type }) => type === 'answer')).toHaveLength(1)
  expect(other.items.filter(({ type }) => type === 'answer')).toHaveLength(0)
})

// Ops on whole threads, over real sockets, files and a provider on the loopback.
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

const turn = async (client: BenchClient, threadId: ThreadId, text: string) => {
  const id = SubmissionId.parse(`sb_${text.replaceAll(' ', '_')}`)
  await client.submit(say(text), { threadId, id })
  await client.item((item) => item.type === 'event' && item.id === id && item.msg.type === 'turn_complete')
}

const linesOf = async (threadId: ThreadId) => {
  const lines = await openThreadStore({ home: bench.home, clock: { now: Date.now } }).read(threadId)
  if (!lines.ok) throw new Error(lines.error.message)
  return lines.value
}

const forked = async (client: BenchClient, op: Extract<Op, { type: 'thread_fork' }>): Promise<ThreadId> => {
  const answer = await client.submit(op)
  if (answer.type !== 'accepted' || answer.thread_id === undefined) throw new Error(JSON.stringify(answer))
  return answer.thread_id
}

test('a fork has the past of its original up to the named turn, is lent the same, and goes its own way', async () => {
  await open([saying('One.'), saying('Two.'), saying('Other.')])
  const client = bench.client()
  const original = await bench.thread(client)
  await turn(client, original, 'larboard')
  const first = await client.event('turn_complete')
  await turn(client, original, 'starboard')
  const turn_id = first.msg.type === 'turn_complete' ? first.msg.turn_id : undefined
  if (turn_id === undefined) throw new Error('no turn')
  const copy = await forked(client, { type: 'thread_fork', thread_id: original, at: { kind: 'turn', turn_id } })
  await turn(client, copy, 'instead')
  expect(JSON.stringify(bench.provider.sent.at(-1))).toContain('larboard')
  expect(JSON.stringify(bench.provider.sent.at(-1))).not.toContain('starboard')
  const told = client.logged().filter(({ thread_id }) => thread_id === copy)
  expect(told.map(({ seq }) => seq)).toEqual(told.map((_, index) => index + 1))
  expect(told.map(({ msg }) => msg)).toContainEqual({ type: 'thread_changed', forked_from: original })
  expect(told.flatMap(({ msg }) => (msg.type === 'session_configured' ? [msg.thread_id] : []))).toEqual([copy, copy])
  expect(breachesOf(await linesOf(copy))).toEqual([])
})

test('a fork at a call inside a turn closes the turn and the call; one at an unknown item is refused by its path', async () => {
  await open([calling('call_1', 'echo hi'), saying('Done.')])
  const client = bench.client()
  const original = await bench.thread(client)
  await turn(client, original, 'run it')
  const call = (await linesOf(original)).find(
    (line) => line.type === 'response_item' && line.payload.type === 'function_call',
  )
  if (call?.type !== 'response_item') throw new Error('no call')
  const at = { kind: 'item', item_id: call.payload.meta.id } as const
  const copy = await forked(client, { type: 'thread_fork', thread_id: original, at })
  const lines = await linesOf(copy)
  expect(breachesOf(lines)).toEqual([])
  expect(lines.flatMap((line) => (line.type === 'event_msg' ? [line.payload.msg] : []))).toContainEqual(
    expect.objectContaining({ type: 'turn_aborted', reason: 'interrupted', message: 'The thread was forked here.' }),
  )
  const nowhere = { ...at, item_id: `${at.item_id}x` as typeof at.item_id }
  expect(await client.submit({ type: 'thread_fork', thread_id: original, at: nowhere })).toMatchObject({
    type: 'rejected',
    code: 'invalid',
    path: ['op', 'at', 'item_id'],
  })
})

test('a fork sent twice is one thread', async () => {
  await open([saying('One.')])
  const client = bench.client()
  const original = await bench.thread(client)
  const id = SubmissionId.parse('sb_fork')
  const first = await client.submit({ type: 'thread_fork', thread_id: original }, { id })
  expect(await client.submit({ type: 'thread_fork', thread_id: original }, { id })).toEqual({
    ...first,
    outcome: 'duplicate',
  })
})

test('a rollback takes turns out of what the model sees, also after a restart; more than there are is refused', async () => {
  await open([saying('One.'), saying('Two.'), saying('Three.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await turn(client, threadId, 'keep')
  await turn(client, threadId, 'forget')
  expect(await client.submit({ type: 'thread_rollback', turns: 3 }, { threadId })).toMatchObject({
    type: 'rejected',
    code: 'invalid',
    path: ['op', 'turns'],
  })
  expect(await client.submit({ type: 'thread_rollback', turns: 1 }, { threadId })).toMatchObject({ type: 'accepted' })
  const { msg } = await client.event('thread_rolled_back')
  if (msg.type !== 'thread_rolled_back') throw new Error(msg.type)
  expect(msg.turns).toBe(1)
  expect(msg.tokens_after).toBeLessThan(msg.tokens_before)
  await bench.restart()
  await turn(client, threadId, 'go on')
  const sent = JSON.stringify(bench.provider.sent.at(-1))
  expect(sent).toContain('keep')
  expect(sent).not.toContain('forget')
})

test('a running turn cannot be rolled back', async () => {
  await open([calling('call_1', 'sleep 60')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit(say('Wait'), { threadId })
  await client.event('exec_command_begin')
  expect(await client.submit({ type: 'thread_rollback', turns: 1 }, { threadId })).toMatchObject({ code: 'busy' })
  await client.submit({ type: 'interrupt' }, { threadId })
  await client.event('turn_aborted')
})

test('a name is told to everybody who follows, is listed, and outlives the daemon', async () => {
  await open([saying('Aye.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  const other = bench.client('other', { follow: new Map([[threadId, 0]]) })
  await other.item(({ type }) => type === 'replay_complete')
  await turn(client, threadId, 'hello')
  await client.submit({ type: 'thread_rename', thread_id: threadId, name: ' Harbour lights ' })
  expect((await other.event('thread_changed')).msg).toEqual({ type: 'thread_changed', name: 'Harbour lights' })
  await bench.restart()
  expect(await other.ask({ type: 'thread_list' })).toMatchObject({
    ok: true,
    value: { threads: [{ thread_id: threadId, name: 'Harbour lights', first_words: 'hello', archived: false }] },
  })
})

test('an archived thread leaves the list, although nobody has it loaded, and comes back', async () => {
  await open([saying('Aye.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await turn(client, threadId, 'hello')
  await bench.restart()
  const stranger = bench.client('stranger')
  const listed = async (archived?: boolean) => {
    const list = await stranger.ask({ type: 'thread_list', ...(archived === undefined ? {} : { archived }) })
    return list.ok ? list.value.threads.map(({ thread_id }) => thread_id) : list.error
  }
  expect(await stranger.submit({ type: 'thread_archive', thread_id: threadId })).toMatchObject({ type: 'accepted' })
  expect(await listed()).toEqual([])
  expect(await listed(true)).toEqual([threadId])
  await stranger.submit({ type: 'thread_archive', thread_id: threadId, archived: false })
  expect(await listed()).toEqual([threadId])
  expect(breachesOf(await linesOf(threadId))).toEqual([])
})

test('lists and searches come a page at a time, to the asker alone', async () => {
  await open([saying('The lamp is lit.'), saying('Nothing.'), saying('A LAMP again.')])
  const client = bench.client()
  const threads: ThreadId[] = []
  for (const text of ['one', 'two', 'three']) {
    const threadId = await bench.thread(client)
    await turn(client, threadId, text)
    threads.unshift(threadId)
  }
  const seen: ThreadId[] = []
  let cursor: string | undefined
  do {
    const page = await client.ask({ type: 'thread_list', limit: 1, ...(cursor === undefined ? {} : { cursor }) })
    if (!page.ok) throw new Error(page.error.message)
    expect(page.value.threads.length).toBeLessThanOrEqual(1)
    seen.push(...page.value.threads.map(({ thread_id }) => thread_id))
    cursor = page.value.next_cursor
  } while (cursor !== undefined)
  expect(seen.toSorted()).toEqual(threads.toSorted())
  const found = await client.ask({ type: 'thread_search', query: 'lamp' })
  expect(found.ok && found.value.matches.map(({ where, excerpt }) => [where, excerpt]).toSorted()).toEqual([
    ['text', 'A LAMP again.'],
    ['text', 'The lamp is lit.'],
  ])
  expect(client.logged().map(({ msg }) => msg.type)).not.toContain('thread_list_result')
})

import { type SessionMeta, SubmissionId, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { memoryClock, memoryIds, memoryThreadStore } from '../testing/memory-ports.ts'
import { openThreadShelf } from './thread-shelf.ts'

/** In another nobody said or did anything. */
const isNamed = (name: string): boolean => name !== 'th_empty'

const submissionId = SubmissionId.parse('sb_1')

/** Three closed threads, each changed a second after the one before. */
const shelfOf = async (...names: readonly string[]) => {
  const clock = memoryClock()
  const store = memoryThreadStore(clock)
  for (const name of names) {
    const meta: SessionMeta = {
      id: ThreadId.parse(name),
      timestamp: new Date(clock.now()).toISOString(),
      cwd: `/home/${name}`,
      originator: 'rawr',
      cli_version: '0',
      source: 'test',
    }
    const log = await store.create(meta)
    if (isNamed(name)) log.append([{ type: 'thread', payload: { name: `Of ${name}` } }])
    await log.close()
    clock.advance(1_000)
  }
  return openThreadShelf({ version: '0', store, clock, ids: memoryIds() })
}

test('a list is filtered by folder and by archive, and has no thread in which nothing happened', async () => {
  const shelf = await shelfOf('th_a', 'th_empty', 'th_b')
  await shelf.change({ threadId: ThreadId.parse('th_b'), change: { archived: true }, submissionId })
  const ids = async (op: { cwd?: string; archived?: boolean }) =>
    (await shelf.list({ type: 'thread_list', ...op })).threads.map(({ thread_id }) => thread_id)
  expect(await ids({})).toEqual(['th_a'])
  expect(await ids({ archived: true })).toEqual(['th_b'])
  expect(await ids({ cwd: '/home/th_b' })).toEqual([])
})

test('a search pages through all threads, and an empty page is not the end', async () => {
  const shelf = await shelfOf('th_a', 'th_b', 'th_c')
  for (const [name, called] of [
    ['th_a', 'Lamp one'],
    ['th_c', 'Lamp two'],
  ] as const)
    await shelf.change({ threadId: ThreadId.parse(name), change: { name: called }, submissionId })
  const first = await shelf.search({ type: 'thread_search', query: 'lamp', limit: 1 })
  expect(first.matches).toHaveLength(1)
  const second = await shelf.search({ type: 'thread_search', query: 'lamp', limit: 1, cursor: first.next_cursor })
  expect(second.matches).toHaveLength(1)
  expect([...first.matches, ...second.matches].map(({ thread }) => thread.thread_id).toSorted()).toEqual([
    'th_a',
    'th_c',
  ])
})

test('a change of a thread that nobody loaded is numbered behind its last event; an unknown thread is not found', async () => {
  const shelf = await shelfOf('th_a')
  const change = (name: string) => shelf.change({ threadId: ThreadId.parse('th_a'), change: { name }, submissionId })
  expect(await change('One')).toMatchObject({
    ok: true,
    value: { seq: 1, msg: { type: 'thread_changed', name: 'One' } },
  })
  expect(await change('Two')).toMatchObject({ ok: true, value: { seq: 2 } })
  const missing = ThreadId.parse('th_z')
  const code = { ok: false, error: { code: 'thread_not_found' } }
  expect(await shelf.change({ threadId: missing, change: { name: 'x' }, submissionId })).toMatchObject(code)
  expect(await shelf.fork({ type: 'thread_fork', thread_id: missing })).toMatchObject(code)
})

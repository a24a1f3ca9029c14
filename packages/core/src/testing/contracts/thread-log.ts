/** What every thread store and its logs promise. */
import { deepEqual, equal, rejects, throws } from 'node:assert/strict'
import { type RolloutItem, type SessionMeta, ThreadId } from '@rawr/protocol'
import type { ThreadStore } from '../../ports/thread-log.ts'
import type { ContractCase } from './contract.ts'

const metaOf = (name: string): SessionMeta => ({
  id: ThreadId.parse(name),
  timestamp: '2026-03-14T09:26:53.589Z',
  cwd: '/home/ada/harbour',
  originator: 'rawr',
  cli_version: '0.1.0',
  source: 'exec',
})

const named = (name: string): RolloutItem => ({ type: 'thread', payload: { name } })

/** `make` gives an empty store each time. */
export const threadStoreContract = (make: () => Promise<ThreadStore>): readonly ContractCase[] => [
  ...writingCases(make),
  ...readingCases(make),
]

const writingCases = (make: () => Promise<ThreadStore>): readonly ContractCase[] => [
  {
    name: 'lines are numbered without holes behind the session meta, in the order they were appended',
    run: async () => {
      const log = await (await make()).create(metaOf('th_order'))
      const first = log.append([named('one'), named('two')])
      const second = log.append([named('three')])
      deepEqual(
        [...first, ...second].map(({ ordinal }) => ordinal),
        [1, 2, 3],
      )
      deepEqual(
        [...first, ...second].map(({ payload }) => payload),
        [named('one'), named('two'), named('three')].map(({ payload }) => payload),
      )
      await log.close()
    },
  },
  {
    name: 'what was synced and closed is there when the thread is opened, and goes on behind it',
    run: async () => {
      const store = await make()
      const log = await store.create(metaOf('th_again'))
      const written = log.append([named('kept')])
      await log.sync()
      await log.close()
      const opened = await store.open(ThreadId.parse('th_again'))
      if (!opened.ok) throw new Error(opened.error.message)
      equal(opened.value.lines[0]?.type, 'session_meta')
      deepEqual(opened.value.lines.slice(1), written)
      deepEqual(
        opened.value.log.append([named('next')]).map(({ ordinal }) => ordinal),
        [2],
      )
      await opened.value.log.close()
    },
  },
  {
    name: 'a thread nobody created is not found, an open one is in use, a second of one name is refused',
    run: async () => {
      const store = await make()
      const missing = await store.open(ThreadId.parse('th_missing'))
      equal(missing.ok ? 'opened' : missing.error.code, 'thread_not_found')
      const log = await store.create(metaOf('th_busy'))
      const busy = await store.open(ThreadId.parse('th_busy'))
      equal(busy.ok ? 'opened' : busy.error.code, 'in_use')
      await rejects(store.create(metaOf('th_busy')))
      await log.close()
    },
  },
  {
    name: 'a closed log takes no line',
    run: async () => {
      const log = await (await make()).create(metaOf('th_closed'))
      await log.close()
      throws(() => log.append([named('late')]))
    },
  },
]

const readingCases = (make: () => Promise<ThreadStore>): readonly ContractCase[] => [
  {
    name: 'every thread is listed',
    run: async () => {
      const store = await make()
      for (const name of ['th_a', 'th_b']) {
        const log = await store.create(metaOf(name))
        await log.sync()
        await log.close()
      }
      deepEqual((await store.list()).map(({ threadId }) => threadId).sort(), ['th_a', 'th_b'])
    },
  },
  {
    name: 'a thread that is being written can be read and searched, and its marks are listed',
    run: async () => {
      const store = await make()
      const log = await store.create(metaOf('th_live'))
      log.append([named('Harbour'), { type: 'thread', payload: { archived: true } }])
      await log.sync()
      const lines = await store.read(ThreadId.parse('th_live'))
      if (!lines.ok) throw new Error(lines.error.message)
      deepEqual(
        lines.value.map(({ type }) => type),
        ['session_meta', 'thread', 'thread'],
      )
      const [summary] = await store.list()
      if (summary === undefined) throw new Error('it is not listed')
      deepEqual([summary.name, summary.archived, summary.forkedFrom], ['Harbour', true, null])
      equal(await store.findText(summary, 'harbour'), null)
      const missing = await store.read(ThreadId.parse('th_missing'))
      equal(missing.ok ? 'read' : missing.error.code, 'thread_not_found')
      await log.close()
    },
  },
]

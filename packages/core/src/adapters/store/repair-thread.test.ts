import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { readLog } from './read-log.ts'
import { repairThread } from './repair-thread.ts'
import { openThreadStore } from './thread-log.ts'

const NOW = Date.parse('2026-03-14T09:00:00Z')

const oneThread = async () => {
  const home = await mkdtemp(join(tmpdir(), 'rawr-repair-'))
  const store = openThreadStore({ home, clock: { now: () => NOW } })
  const threadId = ThreadId.parse('th_torn')
  const timestamp = new Date(NOW).toISOString()
  const made = { originator: 'rawr', cli_version: '0.1.0', source: 'test' }
  const log = await store.create({ id: threadId, timestamp, cwd: '/home/ada', ...made })
  log.append([{ type: 'thread', payload: { name: 'harbour' } }])
  const [summary] = await store.list()
  return { home, store, threadId, log, path: summary?.path ?? '' }
}

test('a sound log is not touched, one in use is refused, a missing one is named', async () => {
  const { home, threadId, log, path } = await oneThread()
  expect(await repairThread({ home, threadId, now: NOW })).toMatchObject({
    error: expect.stringContaining('is open in'),
  })
  await log.close()
  const before = await readFile(path)
  expect(await repairThread({ home, threadId, now: NOW })).toMatchObject({ value: { kind: 'sound', lines: 2 } })
  expect(await readFile(path)).toEqual(before)
  const other = ThreadId.parse('th_none')
  expect(await repairThread({ home, threadId: other, now: NOW })).toMatchObject({ error: /no thread th_none/ })
})

test('a torn and a foreign line go, the damaged file stays beside, and the thread opens without a warning', async () => {
  const { home, store, threadId, log, path } = await oneThread()
  await log.close()
  await appendFile(path, 'foreign\n{"timestamp":"2026')
  const before = await readFile(path, 'utf8')
  const outcome = await repairThread({ home, threadId, now: NOW })
  if (!outcome.ok || outcome.value.kind !== 'repaired') throw new Error('not repaired')
  expect(outcome.value.dropped.map(({ line }) => line)).toEqual([3, 4])
  expect(await readFile(outcome.value.damagedPath, 'utf8')).toBe(before)
  expect(await readLog(path)).toMatchObject({ skipped: [], endsInsideLine: false })
  const opened = await store.open(threadId)
  expect(opened).toMatchObject({ ok: true, value: { skipped: [] } })
  if (opened.ok) await opened.value.log.close()
})

test('a file without a beginning gets one', async () => {
  const { home, threadId, log, path } = await oneThread()
  await log.close()
  await writeFile(path, (await readFile(path, 'utf8')).split('\n').slice(1).join('\n'))
  expect(await repairThread({ home, threadId, now: NOW })).toMatchObject({ value: { kind: 'repaired', lines: 2 } })
  expect((await readLog(path)).lines[0]).toMatchObject({ type: 'session_meta', payload: { id: 'th_torn' } })
})

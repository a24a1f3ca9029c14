import { appendFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SessionMeta, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { openListing, READ_ON_BYTES } from './thread-listing.ts'
import { openThreadStore } from './thread-log.ts'

test('a listing reads the index of another, finds what came and went since, and skips what is no log', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rawr-listing-'))
  const store = openThreadStore({ home, clock: { now: Date.now } })
  for (const id of ['th_1', 'th_2']) {
    const meta = {
      id,
      timestamp: '2026-03-14T09:26:53.589Z',
      cwd: '/work',
      originator: 'r',
      cli_version: '0',
      source: 't',
    }
    const log = await store.create(SessionMeta.parse(meta))
    log.append([{ type: 'thread', payload: { name: `name of ${id}` } }])
    await log.close()
  }
  const names = async () => (await openListing()(home)).map(({ name }) => name).sort()
  expect(await names()).toEqual(['name of th_1', 'name of th_2'])
  const [gone] = await openListing()(home)
  if (gone === undefined) throw new Error('nothing listed')
  // What the index says of a file that has not changed is believed.
  const file = join(home, 'sessions', 'index.json')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('name of', 'index of'))
  expect(await names()).toEqual(['index of th_1', 'index of th_2'])
  writeFileSync(gone.path.replace(gone.threadId, 'th_9'), 'no log at all\n')
  rmSync(gone.path)
  expect((await names()).map((name) => name.slice(-4))).toEqual([gone.threadId === 'th_1' ? 'th_2' : 'th_1'])
  const kept = await store.open(ThreadId.parse(gone.threadId === 'th_1' ? 'th_2' : 'th_1'))
  if (!kept.ok) throw new Error(kept.error.message)
  kept.value.log.append([{ type: 'thread', payload: { name: 'New' } }])
  await kept.value.log.close()
  expect(await names()).toEqual(['New'])
})

test('a listing reads a bounded share of what is unread, the newest first, and the next one goes on; asked for all, it reads all', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rawr-listing-'))
  const store = openThreadStore({ home, clock: { now: Date.now } })
  const plant = async (id: string) => {
    const meta = { id, timestamp: '2026-03-14T09:26:53.589Z', cwd: '/', originator: 'r', cli_version: '0', source: 't' }
    await (await store.create(SessionMeta.parse(meta))).close()
  }
  await plant('th_old')
  await plant('th_new')
  const paths = Object.fromEntries((await openListing()(home)).map(({ threadId, path }) => [threadId, path]))
  const filler = `${'\u0000'.repeat(1_000_000)}\n`.repeat(10)
  for (const [index, id] of ['th_old', 'th_new'].entries()) {
    const path = paths[id] ?? ''
    appendFileSync(path, filler)
    appendFileSync(
      path,
      `{"timestamp":"2026-03-14T09:26:53.589Z","ordinal":9,"type":"thread","payload":{"name":"${id}"}}\n`,
    )
    appendFileSync(path, filler)
    utimesSync(path, 1_000 + index, 1_000 + index)
  }
  rmSync(join(home, 'sessions', 'index.json'))
  const list = async (whole = false) =>
    (await openListing()(home, { whole })).map(({ name, unreadBytes }) => ({ name, unread: unreadBytes > 0 }))
  expect(READ_ON_BYTES).toBeGreaterThan(filler.length)
  expect(READ_ON_BYTES).toBeLessThan(2 * filler.length)
  expect(await list()).toEqual([
    { name: 'th_new', unread: true },
    { name: '', unread: true },
  ])
  expect(await list()).toEqual([
    { name: 'th_new', unread: false },
    { name: 'th_old', unread: true },
  ])
  expect(await list(true)).toEqual([
    { name: 'th_new', unread: false },
    { name: 'th_old', unread: false },
  ])
})

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import {
  memoryAudit,
  memoryBlobs,
  memoryClock,
  memoryIds,
  memoryLogger,
  memoryThreadStore,
} from '../testing/memory-ports.ts'
import type { Loan } from './loan.ts'
import { sessionOver, threadOpener } from './open-thread.ts'

const world = () => {
  const base = mkdtempSync(join(tmpdir(), 'rawr-open-'))
  const [home, cwd] = [join(base, 'home'), join(base, 'project')]
  mkdirSync(home)
  mkdirSync(join(cwd, '.git'), { recursive: true })
  const clock = memoryClock()
  const opener = threadOpener({
    home,
    version: '0.1.0',
    store: memoryThreadStore(clock),
    blobs: memoryBlobs(),
    audit: memoryAudit(),
    clock,
    ids: memoryIds(),
    logger: memoryLogger(),
    ownEnv: { PATH: process.env.PATH ?? '' },
  })
  return { home, cwd, opener }
}

const settings: Loan['settings'] = {
  model: { name: 'alder', context_window: 50_000 },
  provider: { base_url: 'http://127.0.0.1:1/v1' },
  sandbox: { mode: 'danger-full-access' },
}

test('a thread is configured from the file of the home, the file of the project and what was lent', async () => {
  const { home, cwd, opener } = world()
  writeFileSync(join(home, 'config.yaml'), 'compact: { max_tail_messages: 3, mode: micro }')
  mkdirSync(join(cwd, '.rawr'))
  writeFileSync(join(cwd, '.rawr/config.yaml'), 'compact: { max_tail_messages: 4 }')
  const started = await opener.start({ cwd, settings })
  if (!started.ok) throw new Error(started.error.message)
  const configured = started.value.eventsAfter(0)[0]?.msg
  expect(configured).toMatchObject({
    type: 'session_configured',
    cwd,
    model: 'alder',
    context_window: 50_000,
    resumed: false,
    settings: { compact: { max_tail_messages: 4, mode: 'micro' } },
  })
  await started.value.close('unload')
})

test('a fault in a configuration refuses the thread and names file and key', async () => {
  const { home, cwd, opener } = world()
  writeFileSync(join(home, 'config.yaml'), 'compact: { mod: micro }')
  expect(await opener.start({ cwd, settings })).toMatchObject({
    ok: false,
    error: {
      code: 'invalid',
      message: `${join(home, 'config.yaml')}: unknown key compact.mod; did you mean compact.mode?`,
      path: ['op', 'settings', 'compact', 'mod'],
    },
  })
})

test('a thread is loaded where it was, and moved where somebody says', async () => {
  const { cwd, opener } = world()
  const started = await opener.start({ cwd, settings })
  if (!started.ok) throw new Error(started.error.message)
  const { threadId } = started.value
  await started.value.close('unload')
  const cwdOf = async (loan: Loan) => {
    const loaded = await opener.load(threadId, { settings, ...loan })
    if (!loaded.ok) throw new Error(loaded.error.message)
    const configured = loaded.value.eventsAfter(0).findLast(({ msg }) => msg.type === 'session_configured')?.msg
    await loaded.value.close('unload')
    return configured?.type === 'session_configured' ? [configured.cwd, configured.resumed] : []
  }
  expect(await cwdOf({})).toEqual([cwd, true])
  const elsewhere = mkdtempSync(join(tmpdir(), 'rawr-elsewhere-'))
  expect(await cwdOf({ cwd: elsewhere })).toEqual([elsewhere, true])
  expect(await cwdOf({})).toEqual([elsewhere, true])
  expect(await opener.read(threadId)).toMatchObject({ ok: true, value: { threadId } })
})

test('what is not there is refused, and leaves no thread locked', async () => {
  const { cwd, opener } = world()
  const none = ThreadId.parse('th_none')
  expect(await opener.load(none, {})).toMatchObject({ ok: false, error: { code: 'thread_not_found' } })
  expect(await opener.read(none)).toMatchObject({ ok: false, error: { code: 'thread_not_found' } })
  expect(await opener.start({ cwd: join(cwd, 'gone') })).toMatchObject({ ok: false, error: { path: ['op', 'cwd'] } })
  const started = await opener.start({ cwd, settings })
  if (!started.ok) throw new Error(started.error.message)
  const { threadId } = started.value
  await started.value.close('unload')
  expect(await opener.load(threadId, { cwd: '/no/such/folder' })).toMatchObject({ ok: false })
  const broken = { ...settings, compact: { budget_tokens: -1 } }
  expect(await opener.load(threadId, { settings: broken })).toMatchObject({ ok: false, error: { code: 'invalid' } })
  const loaded = await opener.load(threadId, { settings })
  expect(loaded.ok).toBe(true)
  if (loaded.ok) await loaded.value.close('unload')
})

test('a log whose session cannot begin is closed, and the thread can be opened again', async () => {
  const store = memoryThreadStore(memoryClock())
  const id = ThreadId.parse('th_full')
  const meta = {
    id,
    timestamp: '2026-03-14T09:26:53.589Z',
    cwd: '/',
    originator: 'rawr',
    cli_version: '0',
    source: 'x',
  }
  const log = await store.create(meta)
  const session = await sessionOver(log, () => {
    throw new Error('ENOSPC: the disk is full')
  })
  expect(session).toMatchObject({ ok: false, error: { code: 'internal', message: 'ENOSPC: the disk is full' } })
  expect((await store.open(id)).ok).toBe(true)
})

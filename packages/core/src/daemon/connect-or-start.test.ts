import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Epoch } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { type ConnectOrStartOptions, connectOrStart } from './connect-or-start.ts'
import { writeDaemonFile } from './daemon-file.ts'
import { findDaemon } from './find-daemon.ts'
import { stopDaemon } from './stop-daemon.ts'

const serve = fileURLToPath(new URL('./testing/serve.ts', import.meta.url))
const homes: string[] = []

const freshHome = () => {
  const home = mkdtempSync(join(tmpdir(), 'rawr-start-'))
  homes.push(home)
  return home
}

const optionsFor = (home: string, version = '0.1.0'): ConnectOrStartOptions => ({
  home,
  version,
  entry: ['--conditions=@rawr/source', serve, home, version],
})

afterEach(async () => {
  for (const home of homes.splice(0)) await stopDaemon(home)
})

test('the first asker starts a daemon, the next one finds it, and it ends when asked', {
  timeout: 60_000,
}, async () => {
  const home = freshHome()
  const first = await connectOrStart(optionsFor(home))
  expect(first.started).toBe(true)
  expect(await connectOrStart(optionsFor(home))).toEqual({ ...first, started: false })
  expect(await stopDaemon(home)).toBe('stopped')
  expect(await findDaemon(home)).toBeNull()
  expect(await stopDaemon(home)).toBe('not_running')
})

test('of several that start at once all get the same daemon', { timeout: 60_000 }, async () => {
  const home = freshHome()
  const found = await Promise.all(Array.from({ length: 4 }, () => connectOrStart(optionsFor(home))))
  expect(new Set(found.map(({ pid, token }) => `${pid} ${token}`)).size).toBe(1)
  expect(found.filter(({ started }) => started).length).toBeLessThanOrEqual(1)
})

test('what a killed daemon left behind is no obstacle', { timeout: 60_000 }, async () => {
  const home = freshHome()
  const first = await connectOrStart(optionsFor(home))
  process.kill(first.pid, 'SIGKILL')
  const second = await connectOrStart(optionsFor(home))
  expect(second.pid).not.toBe(first.pid)
  expect(second.started).toBe(true)
})

test('a file that points to nobody, or to another program’s port, is no daemon', { timeout: 60_000 }, async () => {
  const home = freshHome()
  const other = await connectOrStart(optionsFor(freshHome()))
  const port = Number(new URL(other.url).port)
  const epoch = Epoch.parse('ep_gone')
  await writeDaemonFile(home, { port, token: 't', pid: 1, version: '0.1.0', epoch })
  expect(await findDaemon(home)).toBeNull()
  expect((await connectOrStart(optionsFor(home))).pid).not.toBe(other.pid)
})

test('a daemon of another version is ended and replaced', { timeout: 60_000 }, async () => {
  const home = freshHome()
  const old = await connectOrStart(optionsFor(home, '0.1.0'))
  const next = await connectOrStart(optionsFor(home, '0.2.0'))
  expect(next.pid).not.toBe(old.pid)
  expect((await findDaemon(home))?.version).toBe('0.2.0')
})

test('a daemon that cannot start says why', { timeout: 60_000 }, async () => {
  const home = freshHome()
  writeFileSync(join(home, 'broken.mjs'), 'throw new Error("no such luck")')
  const start = connectOrStart({ home, version: '0.1.0', entry: [join(home, 'broken.mjs')] })
  await expect(start).rejects.toThrow(/did not start: it ended with code 1; see .*daemon\.log/)
  expect(readFileSync(join(home, 'daemon.log'), 'utf8')).toContain('no such luck')
})

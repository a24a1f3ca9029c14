import { symlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { absolutePath, fileAccess, kindOf, shownPath } from './file-access.ts'
import { toolBench } from './testing/tool-bench.ts'

test('paths are made absolute from the session’s folder and shown relative to it', () => {
  const rows = [
    ['a/b', '/home/ada/a/b'],
    ['../x', '/home/x'],
    ['/etc/hosts', '/etc/hosts'],
    ['~/a', join(homedir(), 'a')],
    ['~', homedir()],
    ['~ada', '/home/ada/~ada'],
  ] as const
  for (const [given, expected] of rows) expect(absolutePath(given, '/home/ada')).toBe(expected)
  expect(shownPath('/home/ada/a/b', '/home/ada')).toBe('a/b')
  expect(shownPath('/home/ada', '/home/ada')).toBe('.')
  expect(shownPath('/home/eve/x', '/home/ada')).toBe('/home/eve/x')
})

test('hidden folders are kept from reading, but not from a session with full access or inside them', async () => {
  const bench = await toolBench({ mode: 'danger-full-access' })
  await bench.put('secret/key', 'x')
  await bench.put('secret/project/a', 'x')
  await symlink('secret/key', join(bench.cwd, 'link'))
  const access = fileAccess([join(bench.cwd, 'secret')])
  const confined = bench.context({ sandbox: { mode: 'read-only', network: false } })
  const refused = (path: string) => ({ ok: false, error: `${path}: the sandbox does not show this folder` })
  expect(await access.toRead('secret/key', confined)).toEqual(refused('secret/key'))
  expect(await access.toRead('link', confined)).toEqual(refused('link'))
  expect(await access.toRead('secret', confined)).toEqual(refused('secret'))
  expect((await access.toRead('secret/key', bench.context())).ok).toBe(true)
  const inside = { ...confined, cwd: join(bench.cwd, 'secret/project') }
  expect((await access.toRead('a', inside)).ok).toBe(true)
  const itself = { ...confined, cwd: join(bench.cwd, 'secret') }
  expect((await access.toRead('key', itself)).ok).toBe(false)
  await bench.remove()
})

test('a confined session does not look into the daemon’s own process', async () => {
  const bench = await toolBench({ mode: 'danger-full-access' })
  const confined = bench.context({ sandbox: { mode: 'workspace-write', network: false } })
  await symlink('/proc/self/environ', join(bench.cwd, 'link'))
  for (const path of ['/proc/self/environ', '/proc/1/../self/mem', 'link']) {
    expect(await fileAccess([]).toRead(path, confined)).toEqual({
      ok: false,
      error: `${path}: only shell may look into /proc`,
    })
  }
  await bench.remove()
})

test('the kind of a path follows links', async () => {
  const bench = await toolBench({ mode: 'danger-full-access' })
  await bench.put('file', '')
  await symlink('file', join(bench.cwd, 'link'))
  expect(await kindOf(join(bench.cwd, 'link'))).toBe('file')
  expect(await kindOf(bench.cwd)).toBe('folder')
  expect(await kindOf('/dev/null')).toBe('other')
  expect(await kindOf(join(bench.cwd, 'nothing'))).toBe(null)
  await bench.remove()
})

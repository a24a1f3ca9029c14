import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxMode } from '@rawr/protocol'
import { beforeEach, expect, test, vi } from 'vitest'
import { guardPlaces } from './guarded-places.ts'

let workspace: string
beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'rawr-guarded-')))
})

const begin = (mode: SandboxMode) => guardPlaces({ mode, network: false, workspace, cwd: workspace, env: {} })
const commondir = () => join(workspace, '.git/commondir')

test('what a command made in a repository of one’s own is taken away, and nothing where it made nothing', async () => {
  mkdirSync(join(workspace, '.git'))
  const idle = await begin('workspace-write')
  expect(await idle.release()).toEqual([])
  const guard = await begin('workspace-write')
  writeFileSync(commondir(), '../evil')
  expect(await guard.release()).toEqual([expect.stringContaining('.git/commondir')])
  expect(existsSync(commondir())).toBe(false)
})

test('it goes while the command still runs, each time it is made', async () => {
  mkdirSync(join(workspace, '.git'))
  const guard = await begin('workspace-write')
  for (const _time of [1, 2, 3]) {
    writeFileSync(commondir(), '../evil')
    await vi.waitFor(() => expect(existsSync(commondir())).toBe(false), { timeout: 20_000, interval: 5 })
  }
  expect(await guard.release()).toHaveLength(1)
})

test('in a repository that the command has made too', async () => {
  const guard = await begin('workspace-write')
  mkdirSync(join(workspace, '.git'))
  writeFileSync(commondir(), '../evil')
  expect(await guard.release()).toHaveLength(1)
  expect(existsSync(commondir())).toBe(false)
})

test('where no command could have made it, or somebody had it before, it stays', async () => {
  mkdirSync(join(workspace, '.git'))
  for (const mode of ['read-only', 'danger-full-access'] as const) {
    const guard = await begin(mode)
    writeFileSync(commondir(), '.')
    expect(await guard.release()).toEqual([])
    expect(existsSync(commondir())).toBe(true)
  }
  expect(await (await begin('workspace-write')).release()).toEqual([])
  expect(existsSync(commondir())).toBe(true)
})

test('nothing is removed through a link that a command puts in the place of .git', async () => {
  const other = mkdtempSync(join(tmpdir(), 'rawr-guarded-'))
  mkdirSync(join(other, 'commondir'))
  writeFileSync(join(other, 'commondir/kept.txt'), 'theirs')
  const guard = await begin('workspace-write')
  symlinkSync(other, join(workspace, '.git'))
  expect(await guard.release()).toEqual([])
  expect(existsSync(join(other, 'commondir/kept.txt'))).toBe(true)
})

test('a folder of that name goes where it is empty, and is not emptied', async () => {
  mkdirSync(join(workspace, '.git'))
  for (const isFull of [false, true]) {
    const guard = await begin('workspace-write')
    mkdirSync(commondir())
    if (isFull) writeFileSync(join(commondir(), 'a'), '')
    await guard.release()
    expect(existsSync(commondir())).toBe(isFull)
  }
})

test('in a repository that the command has made, while it still runs', async () => {
  const guard = await begin('workspace-write')
  for (const _time of [1, 2]) {
    mkdirSync(join(workspace, '.git'))
    for (const _file of [1, 2]) {
      writeFileSync(commondir(), '../evil')
      await vi.waitFor(() => expect(existsSync(commondir())).toBe(false), { timeout: 20_000, interval: 5 })
    }
    rmSync(join(workspace, '.git'), { recursive: true })
  }
  expect(await guard.release()).toHaveLength(1)
})

const plant = (...names: readonly string[]): string => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'rawr-guarded-'))
  for (const name of names) symlinkSync(elsewhere, join(workspace, name))
  return elsewhere
}
const replaced = () =>
  readdirSync(workspace)
    .filter((name) => name.includes('.replaced-'))
    .sort()

test('a link that is replaced or removed is put back, each in its words, and what was put there lies beside it', async () => {
  const elsewhere = plant('.git', '.rawr')
  const guard = await begin('workspace-write')
  // In one go, so that no watcher is faster.
  for (const name of ['.git', '.rawr']) rmSync(join(workspace, name))
  mkdirSync(join(workspace, '.git'))
  expect(await guard.release()).toEqual([
    expect.stringContaining('put something else in place of the link .git'),
    expect.stringContaining('removed the link .rawr'),
  ])
  for (const name of ['.git', '.rawr']) expect(readlinkSync(join(workspace, name))).toBe(elsewhere)
  expect(replaced()).toEqual(['.git.replaced-1'])
})

test('of what is put there again and again the first ones are kept, and no link is followed to remove the others', async () => {
  const elsewhere = plant('.git')
  writeFileSync(join(elsewhere, 'kept.txt'), 'theirs')
  const guard = await begin('workspace-write')
  for (let time = 1; time <= 12; time += 1) {
    rmSync(join(workspace, '.git'))
    mkdirSync(join(workspace, '.git/deep'), { recursive: true })
    symlinkSync(elsewhere, join(workspace, '.git/deep/link'))
    await vi.waitFor(() => expect(readlinkSync(join(workspace, '.git'))).toBe(elsewhere), {
      timeout: 20_000,
      interval: 5,
    })
  }
  await guard.release()
  expect(replaced()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `.git.replaced-${number}`))
  expect(readdirSync(elsewhere)).toEqual(['kept.txt'])
})

test('a link that a command has made may be taken away by the next, one that was there may not', async () => {
  const planted = new Map<string, string>()
  const guarding = () =>
    guardPlaces({ mode: 'workspace-write', network: false, workspace, cwd: workspace, env: {} }, planted)
  const making = await guarding()
  plant('.git')
  expect(await making.release()).toEqual([])
  const removing = await guarding()
  rmSync(join(workspace, '.git'))
  expect(await removing.release()).toEqual([])
  plant('.git')
  const other = await guarding()
  rmSync(join(workspace, '.git'))
  expect(await other.release()).toHaveLength(1)
})

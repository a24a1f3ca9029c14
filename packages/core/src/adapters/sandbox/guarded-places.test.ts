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

test('a link that is replaced is put back, and what was put there lies beside it', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'rawr-guarded-'))
  for (const name of ['.git', '.rawr']) symlinkSync(elsewhere, join(workspace, name))
  const guard = await begin('workspace-write')
  for (const name of ['.git', '.rawr']) rmSync(join(workspace, name))
  mkdirSync(join(workspace, '.git'))
  expect(await guard.release()).toHaveLength(2)
  for (const name of ['.git', '.rawr']) expect(readlinkSync(join(workspace, name))).toBe(elsewhere)
  // In one go, so that no watcher is faster.
  expect(readdirSync(workspace).filter((name) => name.includes('.replaced-'))).toEqual(['.git.replaced-1'])
})

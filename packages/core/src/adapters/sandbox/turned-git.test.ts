import { existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxMode } from '@rawr/protocol'
import { beforeEach, expect, test } from 'vitest'
import { turnableGit, turnBack } from './turned-git.ts'

let workspace: string
beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'rawr-turned-')))
})

const ask = (mode: SandboxMode) => turnableGit({ mode, network: false, workspace, cwd: workspace, env: {} })

test('what a command made in a repository of one’s own is taken away, and nothing where it made nothing', async () => {
  mkdirSync(join(workspace, '.git'))
  const path = await ask('workspace-write')
  expect(path).toBe(join(workspace, '.git/commondir'))
  expect(await turnBack(path)).toBe(false)
  writeFileSync(join(workspace, '.git/commondir'), '../evil')
  expect(await turnBack(path)).toBe(true)
  expect(existsSync(join(workspace, '.git/commondir'))).toBe(false)
})

test('where no command could have made it, or somebody had it before, it stays', async () => {
  mkdirSync(join(workspace, '.git'))
  expect(await ask('read-only')).toBeNull()
  expect(await ask('danger-full-access')).toBeNull()
  writeFileSync(join(workspace, '.git/commondir'), '.')
  expect(await ask('workspace-write')).toBeNull()
  expect(await turnBack(null)).toBe(false)
})

test('a repository that lies elsewhere is none to turn', async () => {
  const other = mkdtempSync(join(tmpdir(), 'rawr-turned-'))
  symlinkSync(other, join(workspace, '.git'))
  expect(await ask('workspace-write')).toBeNull()
})

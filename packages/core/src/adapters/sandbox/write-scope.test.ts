import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mayWrite, writeScope } from './write-scope.ts'

let root = ''
beforeEach(async () => {
  root = await realpath(await mkdtemp('/var/tmp/rawr-scope-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('full access is everywhere, read-only is nowhere', async () => {
  const everywhere = await writeScope({ mode: 'danger-full-access', workspace: root, env: {} })
  expect(everywhere).toEqual({ kind: 'everywhere' })
  expect(mayWrite(everywhere, '/etc/passwd')).toBe(true)
  const nowhere = await writeScope({ mode: 'read-only', workspace: root, env: {} })
  expect(mayWrite(nowhere, join(root, 'a'))).toBe(false)
})

test('the workspace and the temporary folders are writable, as real paths', async () => {
  await mkdir(join(root, 'work'))
  await mkdir(join(root, 'temp'))
  await symlink('work', join(root, 'link'))
  const scope = await writeScope({
    mode: 'workspace-write',
    workspace: join(root, 'link'),
    env: { TMPDIR: join(root, 'temp') },
  })
  expect(scope).toMatchObject({ kind: 'folders', writable: ['/tmp', join(root, 'temp'), join(root, 'work')] })
  expect(mayWrite(scope, join(root, 'work/a'))).toBe(true)
  expect(mayWrite(scope, join(root, 'workshop/a'))).toBe(false)
  const absent = await writeScope({ mode: 'workspace-write', workspace: root, env: { TMPDIR: join(root, 'none') } })
  expect(absent).toMatchObject({ writable: ['/tmp', root] })
})

test('git’s hooks and config and the agent’s own folder are fixed, commits are not', async () => {
  await mkdir(join(root, '.git'))
  const scope = await writeScope({ mode: 'workspace-write', workspace: root, env: {} })
  const may = (path: string) => mayWrite(scope, join(root, path))
  expect([may('.git/hooks/pre-commit'), may('.git/config'), may('.rawr/config.yaml')]).toEqual([false, false, false])
  expect([may('.git/index'), may('.git/objects/ab/cd'), may('.gitignore'), may('.rawrrc')]).toEqual([
    true,
    true,
    true,
    true,
  ])
})

test('a .git that leads elsewhere is fixed whole', async () => {
  await writeFile(join(root, '.git'), 'gitdir: /home/ada/.ssh\n')
  const scope = await writeScope({ mode: 'workspace-write', workspace: root, env: {} })
  expect(mayWrite(scope, join(root, '.git'))).toBe(false)
})

test('hooks or a config that are links fix .git whole, and what they lead to', async () => {
  await mkdir(join(root, '.git'))
  await mkdir(join(root, 'githooks'))
  await symlink('../githooks', join(root, '.git/hooks'))
  const scope = await writeScope({ mode: 'workspace-write', workspace: root, env: {} })
  const may = (path: string) => mayWrite(scope, join(root, path))
  expect([may('.git/index'), may('.git/hooks'), may('githooks/pre-commit'), may('a')]).toEqual([
    false,
    false,
    false,
    true,
  ])
})

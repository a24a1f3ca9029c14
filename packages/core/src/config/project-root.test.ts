import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProject } from './project-root.ts'

const place = (...folders: string[]) => {
  const base = mkdtempSync(join(tmpdir(), 'rawr-root-'))
  for (const folder of folders) mkdirSync(join(base, folder), { recursive: true })
  return base
}

test('a repository’s root wins over a nearer .rawr, and the way down to the work is listed', async () => {
  const base = place('home', 'repo/.git', 'repo/app/.rawr', 'repo/app/src')
  const project = await findProject({ home: join(base, 'home'), cwd: join(base, 'repo/app/src') })
  expect(project).toEqual({
    root: join(base, 'repo'),
    folders: [join(base, 'repo'), join(base, 'repo/app'), join(base, 'repo/app/src')],
  })
})

test('a work tree whose .git is a file counts as a repository', async () => {
  const base = place('home', 'tree/src')
  writeFileSync(join(base, 'tree/.git'), 'gitdir: elsewhere')
  expect((await findProject({ home: join(base, 'home'), cwd: join(base, 'tree/src') })).root).toBe(join(base, 'tree'))
})

test('without a repository the folder with .rawr is the root, but never the home itself', async () => {
  const base = place('user/.rawr', 'user/shop/.rawr', 'user/shop/src', 'user/notes')
  const home = join(base, 'user/.rawr')
  expect((await findProject({ home, cwd: join(base, 'user/shop/src') })).root).toBe(join(base, 'user/shop'))
  expect(await findProject({ home, cwd: join(base, 'user/notes') })).toEqual({
    root: join(base, 'user/notes'),
    folders: [join(base, 'user/notes')],
  })
})

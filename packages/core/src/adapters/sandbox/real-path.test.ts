import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInside, realPathOf } from './real-path.ts'

let root = ''
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'rawr-path-')))
  await mkdir(join(root, 'in'))
  await mkdir(join(root, 'out'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('what does not exist yet lies where its folder really is', async () => {
  await symlink('../out', join(root, 'in/link'))
  expect(await realPathOf(join(root, 'in/link/a/b'))).toBe(join(root, 'out/a/b'))
  expect(await realPathOf(join(root, 'in/a'))).toBe(join(root, 'in/a'))
})

test('a dangling link leads where it points', async () => {
  await symlink(join(root, 'out/later'), join(root, 'in/dangling'))
  await symlink('dangling', join(root, 'in/twice'))
  expect(await realPathOf(join(root, 'in/twice/file'))).toBe(join(root, 'out/later/file'))
})

test('links in a circle are an error', async () => {
  await symlink('b', join(root, 'a'))
  await symlink('a', join(root, 'b'))
  await expect(realPathOf(join(root, 'a'))).rejects.toMatchObject({ code: 'ELOOP' })
})

test('inside is by whole names', () => {
  const rows = [
    ['/a', '/a', true],
    ['/a', '/a/b', true],
    ['/a', '/ab', false],
    ['/a/b', '/a', false],
    ['/', '/a', true],
  ] as const
  for (const [folder, path, expected] of rows) expect(isInside(folder, path)).toBe(expected)
})

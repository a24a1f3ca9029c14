import { mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { holdFolder, holdInside, makeInside, NotOurs, readInside, refuseForeign } from './held-folder.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rawr-held-'))
})

test('a link, a file and nothing are no folders, and each is said', async () => {
  mkdirSync(join(root, 'there'))
  symlinkSync('there', join(root, 'link'))
  writeFileSync(join(root, 'file'), '')
  await expect(holdFolder(join(root, 'link'))).rejects.toThrow(`${join(root, 'link')} is a symbolic link`)
  await expect(holdFolder(join(root, 'file'))).rejects.toBeInstanceOf(NotOurs)
  await expect(holdFolder(join(root, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test.runIf(process.platform === 'linux')('it stays the folder that was held when another takes its name', async () => {
  mkdirSync(join(root, 'a'))
  mkdirSync(join(root, 'b'))
  const held = await holdFolder(join(root, 'a'))
  renameSync(join(root, 'a'), join(root, 'moved'))
  symlinkSync('b', join(root, 'a'))
  writeFileSync(join(held.at, 'x'), 'text')
  expect(readFileSync(join(root, 'moved/x'), 'utf8')).toBe('text')
  await held.close()
})

test('folders inside are made once and are held under the same rules', async () => {
  const held = await holdFolder(root)
  for (const _time of [1, 2]) await (await makeInside(held, 'inner', 0o700)).close()
  symlinkSync('inner', join(root, 'link'))
  await expect(holdInside(held, 'link')).rejects.toThrow(`${join(root, 'link')} is a symbolic link`)
  await expect(makeInside(held, 'link')).rejects.toBeInstanceOf(NotOurs)
  await held.close()
})

test('only files are read, and no more of them than asked', async () => {
  const held = await holdFolder(root)
  writeFileSync(join(root, 'file'), 'harbour')
  symlinkSync('file', join(root, 'link'))
  mkdirSync(join(root, 'folder'))
  expect((await readInside(held, 'file'))?.toString()).toBe('harbour')
  expect((await readInside(held, 'file', 4))?.toString()).toBe('harb')
  for (const name of ['link', 'folder', 'none']) expect(await readInside(held, name)).toBe(null)
  await refuseForeign(held, 'file')
  await refuseForeign(held, 'none')
  for (const name of ['link', 'folder']) await expect(refuseForeign(held, name)).rejects.toBeInstanceOf(NotOurs)
  await held.close()
})

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FileChange, writeFiles } from './write-files.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rawr-write-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const change = async (path: string, after: string | null): Promise<FileChange> => {
  const found = await stat(join(root, path)).catch(() => null)
  return { path: join(root, path), before: found, after: after === null ? null : Buffer.from(after) }
}

const tree = async (): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = await Promise.all(
    files.sort().map(async (file) => [file.slice(root.length + 1), await readFile(file, 'utf8')]),
  )
  return Object.fromEntries(contents)
}

test('files are made, changed and deleted together, with folders as needed and nothing left over', async () => {
  await writeFile(join(root, 'old.txt'), 'old')
  await writeFile(join(root, 'gone.txt'), 'gone')
  await writeFiles([await change('old.txt', 'new'), await change('gone.txt', null), await change('a/b/c.txt', 'c')])
  expect(await tree()).toEqual({ 'a/b/c.txt': 'c', 'old.txt': 'new' })
})

test('a changed file keeps its mode', async () => {
  await writeFile(join(root, 'run.sh'), 'old')
  await chmod(join(root, 'run.sh'), 0o755)
  await writeFiles([await change('run.sh', 'new')])
  expect((await stat(join(root, 'run.sh'))).mode & 0o777).toBe(0o755)
})

test('a failure half-way puts everything back', async () => {
  await writeFile(join(root, 'first.txt'), 'first')
  await writeFile(join(root, 'second.txt'), 'second')
  await mkdir(join(root, 'folder'))
  const changes = [
    await change('first.txt', 'changed'),
    await change('second.txt', null),
    await change('new/deep.txt', 'new'),
    // Taken for a missing file; the rename onto a folder fails after the others are in place.
    { path: join(root, 'folder'), before: null, after: Buffer.from('x') },
  ]
  await expect(writeFiles(changes)).rejects.toThrow()
  expect(await tree()).toEqual({ 'first.txt': 'first', 'second.txt': 'second' })
  expect((await readdir(root)).sort()).toEqual(['first.txt', 'folder', 'second.txt'])
})

test('a failure before the first change leaves no trace', async () => {
  await writeFile(join(root, 'file'), 'file')
  const changes = [
    await change('made/new.txt', 'new'),
    { path: join(root, 'file/below.txt'), before: null, after: Buffer.from('x') },
  ]
  await expect(writeFiles(changes)).rejects.toThrow()
  expect(await readdir(root)).toEqual(['file'])
})

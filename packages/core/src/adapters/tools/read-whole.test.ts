import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileAccess } from './file-access.ts'
import { readWhole } from './read-whole.ts'

const base = mkdtempSync(join(tmpdir(), 'rawr-whole-'))
const cwd = join(base, 'project')
const hidden = join(base, 'home')
for (const folder of [cwd, hidden]) mkdirSync(folder)
writeFileSync(join(cwd, 'quay.txt'), '\uFEFFäöü\n')
writeFileSync(join(cwd, 'lamp.bin'), Buffer.from([1, 0, 2]))
writeFileSync(join(cwd, 'large.txt'), 'x'.repeat(1024 * 1024 + 1))
writeFileSync(join(hidden, 'key.txt'), 'secret')

const read = (path: string) => {
  const view = { cwd, env: {}, sandbox: { mode: 'workspace-write', network: false } } as const
  return readWhole(path, { access: fileAccess([hidden]), view })
}

test('a text file comes whole, by its path from the folder or from the root', async () => {
  expect(await read('quay.txt')).toBe('äöü\n')
  expect(await read(join(cwd, 'quay.txt'))).toBe('äöü\n')
})

test.each([
  ['binary', 'lamp.bin'],
  ['too large', 'large.txt'],
  ['a folder', '.'],
  ['missing', 'gone.txt'],
  ['hidden', join(hidden, 'key.txt')],
])('what is %s is left alone', async (_what, path) => {
  expect(await read(path)).toBeNull()
})

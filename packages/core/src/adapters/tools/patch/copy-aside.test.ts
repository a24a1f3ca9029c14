import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyAside } from './copy-aside.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rawr-copy-'))
  writeFileSync(join(root, 'run.sh'), 'theirs')
  chmodSync(join(root, 'run.sh'), 0o750)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a copy has the bytes and the mode', async () => {
  await copyAside(join(root, 'run.sh'), join(root, 'kept'))
  expect(readFileSync(join(root, 'kept'), 'utf8')).toBe('theirs')
  expect(statSync(join(root, 'kept')).mode & 0o777).toBe(0o750)
})

test('a link or a pipe in the place of the file is not copied from, and nothing is written over', async () => {
  symlinkSync(join(root, 'run.sh'), join(root, 'link'))
  execFileSync('mkfifo', [join(root, 'pipe')])
  for (const name of ['link', 'pipe']) {
    await expect(copyAside(join(root, name), join(root, 'kept'))).rejects.toThrow()
    expect(existsSync(join(root, 'kept'))).toBe(false)
  }
  writeFileSync(join(root, 'kept'), 'kept')
  await expect(copyAside(join(root, 'run.sh'), join(root, 'kept'))).rejects.toThrow()
  expect(readFileSync(join(root, 'kept'), 'utf8')).toBe('kept')
})

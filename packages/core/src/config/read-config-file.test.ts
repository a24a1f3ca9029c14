import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfigFile } from './read-config-file.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'rawr-file-'))

test('no file, and no folder, is nothing', async () => {
  expect(await readConfigFile(folder())).toEqual({ ok: true, value: null })
  expect(await readConfigFile(join(folder(), 'absent'))).toEqual({ ok: true, value: null })
})

test('a folder called config.yaml, a pipe, and a file of megabytes, cannot be read and say so', async () => {
  const home = folder()
  mkdirSync(join(home, 'config.yaml'))
  expect(await readConfigFile(home)).toMatchObject({ ok: false, error: { code: 'unreadable' } })
  const other = folder()
  writeFileSync(join(other, 'config.yaml'), '#'.repeat(1024 * 1024 + 1))
  expect(await readConfigFile(other)).toMatchObject({ ok: false, error: { code: 'unreadable' } })
  const pipe = folder()
  execFileSync('mkfifo', [join(pipe, 'config.yaml')])
  expect(await readConfigFile(pipe)).toMatchObject({ ok: false, error: { code: 'unreadable' } })
})

test('a file that unfolds into more than it is, is refused', async () => {
  const home = folder()
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
  for (const [name, below] of [...'bcdefgh'].map((letter, n) => [letter, 'abcdefg'[n]]))
    bomb.push(`${name}: &${name} [${`*${below}, `.repeat(9)}]`)
  writeFileSync(join(home, 'config.yaml'), bomb.join('\n'))
  expect(await readConfigFile(home)).toMatchObject({ ok: false, error: { code: 'syntax' } })
})

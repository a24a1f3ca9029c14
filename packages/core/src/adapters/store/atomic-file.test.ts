import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeAtomic } from './atomic-file.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'rawr-atomic-'))

test('the file holds the new content, nothing lies beside it, and only its owner may read it', async () => {
  const home = folder()
  const path = join(home, 'deep', 'state.json')
  await writeAtomic(path, '{"a":1}')
  await writeAtomic(path, '{"a":2}')
  expect(readFileSync(path, 'utf8')).toBe('{"a":2}')
  expect(readdirSync(join(home, 'deep'))).toEqual(['state.json'])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a write that cannot be done leaves the old content and no litter', async () => {
  const home = folder()
  mkdirSync(join(home, 'taken', 'inner'), { recursive: true })
  await expect(writeAtomic(join(home, 'taken'), 'x')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/)
  expect(readdirSync(home)).toEqual(['taken'])
})

test('many writers at once leave one whole content', async () => {
  const path = join(folder(), 'shared.json')
  const contents = Array.from({ length: 20 }, (_, n) => `${n}:`.padEnd(4_000, String(n)))
  await Promise.all(contents.map((content) => writeAtomic(path, content)))
  expect(contents).toContain(readFileSync(path, 'utf8'))
})

test('a writer killed at any moment leaves a whole content', { timeout: 30_000 }, async () => {
  const home = folder()
  const path = join(home, 'state.json')
  const script = join(home, 'writer.mts')
  const module = new URL('./atomic-file.ts', import.meta.url).href
  writeFileSync(path, 'a'.repeat(200_000))
  writeFileSync(
    script,
    `import { writeAtomic } from ${JSON.stringify(module)}
process.stdout.write('ready')
for (let n = 0; ; n++) await writeAtomic(${JSON.stringify(path)}, 'abcdef'[n % 6].repeat(200_000))`,
  )
  chmodSync(script, 0o700)
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'ignore'] })
    await once(child.stdout, 'data')
    for (let spins = 0; spins < 3 + round * 5; spins++) await writeAtomic(join(home, 'elsewhere'), 'pace')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(readFileSync(path, 'utf8')).toMatch(/^([a-f])\1{199999}$/)
  }
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { readDaemonFile } from './daemon-file.ts'

const serve = fileURLToPath(new URL('./testing/serve.ts', import.meta.url))
const children: ChildProcess[] = []

const run = (home: string) => {
  const child = spawn(process.execPath, ['--conditions=@rawr/source', serve, home, '0.1.0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

const firstLine = async (child: ChildProcess) => JSON.parse(String((await once(child.stdout!, 'data'))[0]))

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

test('it says where it stands, tells a second one so, and ends in order at a signal', { timeout: 60_000 }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'rawr-run-'))
  const first = run(home)
  const line = await firstLine(first)
  expect(await readDaemonFile(home)).toMatchObject({ port: line.port, pid: first.pid })
  const second = run(home)
  expect(await firstLine(second)).toEqual({ ready: false, in_use_by: first.pid })
  expect((await once(second, 'exit'))[0]).toBe(0)
  first.kill('SIGTERM')
  expect((await once(first, 'exit'))[0]).toBe(0)
  expect(await readDaemonFile(home)).toBeNull()
})

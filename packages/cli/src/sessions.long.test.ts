import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDesk } from './testing/run-rawr.ts'

const FILES = 2_000
const BYTES = 2.5 * 1024 * 1024

/** A log of that size: its beginning, then one line that is a hole in the file. */
const writeLog = (folder: string, index: number): void => {
  const timestamp = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
  const payload = { id: `th_${index}`, timestamp, cwd: '/work', originator: 'rawr', cli_version: '0', source: 'test' }
  const name = `rollout-${timestamp.slice(0, 19).replaceAll(':', '-')}-th_${index}.jsonl`
  const file = openSync(join(folder, name), 'w')
  writeSync(file, `${JSON.stringify({ timestamp, ordinal: 0, type: 'session_meta', payload })}\n`)
  ftruncateSync(file, BYTES - 1)
  writeSync(file, '\n', BYTES - 1)
  closeSync(file)
}

test('COST-09: 2,000 session files of 5 GB in all are listed from an index; bad files are skipped', async () => {
  const { rawr, home, clear } = openDesk()
  const folder = join(home, 'sessions', '2026', '01', '01')
  mkdirSync(folder, { recursive: true })
  for (let index = 0; index < FILES; index += 1) writeLog(folder, index)
  writeFileSync(join(folder, 'rollout-2026-01-01T00-00-00-th_bad.jsonl'), '\u0000'.repeat(1000))
  const first = await rawr('sessions')
  expect(first.out.trimEnd().split('\n')).toHaveLength(FILES)
  const start = await rawr('version')
  expect(start.code).toBe(0)
  const began = performance.now()
  const second = await rawr('sessions')
  const listedMs = performance.now() - began
  const empty = performance.now()
  await rawr('daemon', 'status')
  const startMs = performance.now() - empty
  expect(second.out).toBe(first.out)
  // Under a second beside what starting the program from its sources costs here.
  expect(listedMs - startMs).toBeLessThan(1_000)
  await clear()
})

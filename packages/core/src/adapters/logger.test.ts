import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLogger } from './logger.ts'

const freshPath = () => join(mkdtempSync(join(tmpdir(), 'rawr-log-')), 'home', 'daemon.log')
const clock = { now: () => Date.UTC(2026, 0, 2) }
const read = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a line is JSON with time, level, event and fields, and the file is the owner’s alone', () => {
  const path = freshPath()
  const logger = openLogger({ path, clock, level: 'warn' })
  logger.debug('quiet')
  logger.warn('slow_client', { queued_bytes: 9 })
  logger.close()
  expect(read(path)).toEqual([
    { at: '2026-01-02T00:00:00.000Z', pid: process.pid, level: 'warn', event: 'slow_client', queued_bytes: 9 },
  ])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('what stands under a secret’s name is not written, however deep it lies', () => {
  const path = freshPath()
  const logger = openLogger({ path, clock, level: 'debug' })
  logger.error('refused', { op: { api_key: 'sk-abc', env: { HOME: '/x' } }, Authorization: 'Bearer t' })
  logger.close()
  expect(readFileSync(path, 'utf8')).not.toMatch(/sk-abc|\/x|Bearer/)
})

test('an error shows its message', () => {
  const path = freshPath()
  const logger = openLogger({ path, clock, level: 'debug' })
  logger.error('failed', { cause: new TypeError('no such door') })
  logger.close()
  expect(read(path)[0].cause).toMatchObject({ name: 'TypeError', message: 'no such door' })
})

test('the file is bounded: one older part is kept, a huge line is cut and stays JSON', () => {
  const path = freshPath()
  const logger = openLogger({ path, clock, level: 'debug', fileBytesMax: 1_000 })
  for (let n = 0; n < 40; n++) logger.debug('tick', { n, text: 'é'.repeat(20) })
  logger.debug('huge', { text: '🙂'.repeat(20_000) })
  logger.close()
  const size = statSync(path).size + statSync(`${path}.1`).size
  expect(size).toBeLessThan(2 * 1_100 + 80_000)
  expect([...read(`${path}.1`), ...read(path)].at(-1)).toHaveProperty('cut')
})

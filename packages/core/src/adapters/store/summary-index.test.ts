import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NOTHING_SCANNED } from './log-scan.ts'
import { openSummaryIndex } from './summary-index.ts'

const home = mkdtempSync(join(tmpdir(), 'rawr-index-'))
const path = join(home, 'sessions', '2026', 'rollout-x.jsonl')
const entry = {
  inode: 1,
  size: 2,
  modifiedMs: 3.5,
  unreadBytes: 1,
  scan: { ...NOTHING_SCANNED, beginning: { cwd: '/work', createdAt: 'a' }, firstUserText: 'Hi' },
  tail: { from: 2, change: { archived: true } },
}

test('what was saved is loaded, also where the home has been moved; nobody else may read it', async () => {
  await openSummaryIndex(home).save(new Map([[path, entry]]))
  expect(await openSummaryIndex(home).load()).toEqual(new Map([[path, entry]]))
  const file = join(home, 'sessions', 'index.json')
  expect(statSync(file).mode & 0o077).toBe(0)
  const moved = mkdtempSync(join(tmpdir(), 'rawr-index-'))
  mkdirSync(join(moved, 'sessions'))
  writeFileSync(join(moved, 'sessions', 'index.json'), readFileSync(file))
  const there = join(moved, 'sessions', '2026', 'rollout-x.jsonl')
  expect((await openSummaryIndex(moved).load()).get(there)).toEqual(entry)
})

test.each(['', '{', '[]', '{"version":1,"threads":{}}', '{"version":2,"threads":{"a":{}}}'])(
  'an index like %j is made again',
  async (text) => {
    writeFileSync(join(home, 'sessions', 'index.json'), text)
    expect(await openSummaryIndex(home).load()).toEqual(new Map())
  },
)

test('a folder that takes no file is no fault of the listing', async () => {
  const nowhere = join(home, 'sessions', 'index.json', 'no-folder')
  await openSummaryIndex(nowhere).save(new Map([[path, entry]]))
  expect(await openSummaryIndex(nowhere).load()).toEqual(new Map())
})

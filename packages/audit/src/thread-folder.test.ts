import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { readDecisions, readEvents, threadFolder } from './thread-folder.ts'

test('a thread has a folder of its own below the home', () => {
  expect(threadFolder({ home: '/h', threadId: ThreadId.parse('0199-ab.c') })).toBe(
    '/h/auto_compaction/threads/0199-ab.c',
  )
  for (const name of ['..', '.', 'a/b', '../a', 'a b', 'a\0'])
    expect(threadFolder({ home: '/h', threadId: ThreadId.parse(name) })).toBe(null)
})

test('a missing thread and an unreadable file are told apart', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rawr-audit-'))
  const threadId = ThreadId.parse('th')
  expect(await readDecisions({ home, threadId })).toMatchObject({ ok: false, error: { code: 'no_such_thread' } })
  mkdirSync(join(home, 'auto_compaction', 'threads', 'th', 'events.jsonl'), { recursive: true })
  expect(await readEvents({ home, threadId })).toMatchObject({ ok: false, error: { code: 'unreadable' } })
  rmSync(home, { recursive: true })
})

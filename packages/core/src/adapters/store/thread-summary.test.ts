import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeRolloutLine, HistoryItem, type RolloutLine, SessionMeta, SubmissionId, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { summarizeThread } from './thread-summary.ts'

const path = join(mkdtempSync(join(tmpdir(), 'rawr-summary-')), 'log.jsonl')
const threadId = ThreadId.parse('th_1')
const timestamp = '2026-03-04T05:06:07.089Z'

const start: RolloutLine = {
  timestamp,
  ordinal: 0,
  type: 'session_meta',
  payload: SessionMeta.parse({
    id: 'th_1',
    timestamp,
    cwd: '/work',
    originator: 'rawr',
    cli_version: '0',
    source: 'test',
  }),
}

const message = (text: string, origin: string): RolloutLine => ({
  timestamp,
  ordinal: 1,
  type: 'response_item',
  payload: HistoryItem.parse({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
    meta: { id: 'i1', at: 0, origin },
  }),
})

const queued = (text: string): RolloutLine => ({
  timestamp,
  ordinal: 2,
  type: 'queue',
  payload: {
    change: 'added',
    input: { submission_id: SubmissionId.parse('sb_1'), items: [{ type: 'text', text }], origin: 'user' },
  },
})

const summaryOf = (lines: RolloutLine[]) => {
  writeFileSync(path, lines.map((line) => `${encodeRolloutLine(line)}\n`).join(''))
  return summarizeThread(path, threadId)
}

test('the first words are the user’s, whether they wait in the queue or are in the history', async () => {
  expect(await summaryOf([start, message('instructions', 'context'), message(' Hi ', 'user')])).toMatchObject({
    threadId,
    cwd: '/work',
    createdAt: timestamp,
    firstUserText: 'Hi',
  })
  expect(await summaryOf([start, queued('Waiting'), message('Waiting', 'user')])).toMatchObject({
    firstUserText: 'Waiting',
  })
})

test('a long first message is cut at a whole character', async () => {
  const summary = await summaryOf([start, queued(`${'x'.repeat(399)}🙂`)])
  expect(summary?.firstUserText.isWellFormed()).toBe(true)
})

test('a file without a beginning, and one that is gone, have no summary', async () => {
  expect(await summaryOf([queued('Hello')])).toBeNull()
  expect(await summarizeThread(`${path}.gone`, threadId)).toBeNull()
})

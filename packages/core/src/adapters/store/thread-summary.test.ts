import { appendFileSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeRolloutLine, HistoryItem, type RolloutLine, SessionMeta, SubmissionId, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { lookAgain } from './thread-summary.ts'

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

const summaryOf = async (lines: RolloutLine[]) => {
  writeFileSync(path, lines.map((line) => `${encodeRolloutLine(line)}\n`).join(''))
  return (await lookAgain({ path, threadId }, undefined))?.summary ?? null
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
  expect(await lookAgain({ path: `${path}.gone`, threadId }, undefined)).toBeNull()
})

const named = (name: string): RolloutLine => ({ timestamp, ordinal: 3, type: 'thread', payload: { name } })

test('of a log that grew only the new part is read, of one that was put in its place all', async () => {
  await summaryOf([start, queued('First'), named('One')])
  const before = await lookAgain({ path, threadId }, undefined)
  if (before === null) throw new Error('not read')
  expect(await lookAgain({ path, threadId }, before)).toBe(before)
  // A second pass over the beginning would find it spoilt.
  const bytes = readFileSync(path)
  bytes.fill('x', 0, before.scannedTo - 1)
  writeFileSync(path, bytes)
  appendFileSync(path, `${encodeRolloutLine(named('Two'))}\n{"torn`)
  const grown = await lookAgain({ path, threadId }, before)
  expect(grown?.summary).toMatchObject({ name: 'Two', firstUserText: 'First' })
  expect(grown?.scannedTo).toBe(readFileSync(path).lastIndexOf('\n') + 1)
  expect((await lookAgain({ path, threadId }, undefined))?.summary).toBeNull()
  writeFileSync(`${path}.new`, `${encodeRolloutLine(start)}\n`.repeat(50))
  renameSync(`${path}.new`, path)
  expect((await lookAgain({ path, threadId }, grown ?? before))?.summary).toMatchObject({ name: '' })
})

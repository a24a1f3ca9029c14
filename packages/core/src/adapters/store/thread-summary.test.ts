import { appendFileSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeRolloutLine, type RolloutLine, SessionMeta, SubmissionId, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { EDGE_BYTES, type KnownThread, lookAgain, readOn, summaryOf } from './thread-summary.ts'

const path = join(mkdtempSync(join(tmpdir(), 'rawr-summary-')), 'log.jsonl')
const log = { path, threadId: ThreadId.parse('th_1') }
const timestamp = '2026-03-04T05:06:07.089Z'
const meta = { id: 'th_1', timestamp, cwd: '/work', originator: 'rawr', cli_version: '0', source: 'test' }
const start: RolloutLine = { timestamp, ordinal: 0, type: 'session_meta', payload: SessionMeta.parse(meta) }

const queued = (text: string): RolloutLine => ({
  timestamp,
  ordinal: 2,
  type: 'queue',
  payload: {
    change: 'added',
    input: { submission_id: SubmissionId.parse('sb_1'), items: [{ type: 'text', text }], origin: 'user' },
  },
})

const marked = (payload: { name: string } | { archived: boolean }): RolloutLine => ({
  timestamp,
  ordinal: 3,
  type: 'thread',
  payload,
})

const textOf = (lines: readonly RolloutLine[]): string => lines.map((line) => `${encodeRolloutLine(line)}\n`).join('')

const look = async (before?: KnownThread): Promise<KnownThread> => {
  const known = await lookAgain(log, before)
  if (known === null) throw new Error('not read')
  return known
}

const padding = textOf([queued('x'.repeat(500))]).repeat(200)

test('a file without a beginning, and one that is gone, have no summary', async () => {
  writeFileSync(path, textOf([queued('Hello')]))
  expect(summaryOf(log, await look())).toBeNull()
  expect(await lookAgain({ ...log, path: `${path}.gone` }, undefined)).toBeNull()
})

test('of a log that grew only the new part is read, of one that was put in its place all', async () => {
  writeFileSync(path, textOf([start, queued('First'), marked({ name: 'One' })]))
  const before = await look()
  expect(await look(before)).toBe(before)
  // A second pass over the beginning would find it spoilt.
  const bytes = readFileSync(path)
  bytes.fill('x', 0, before.scan.scannedTo - 1)
  writeFileSync(path, bytes)
  appendFileSync(path, `${encodeRolloutLine(marked({ name: 'Two' }))}\n{"torn`)
  const grown = await look(before)
  expect(summaryOf(log, grown)).toMatchObject({ name: 'Two', firstUserText: 'First', unreadBytes: 0 })
  expect(grown.scan.scannedTo).toBe(readFileSync(path).lastIndexOf('\n') + 1)
  expect(summaryOf(log, await look())).toBeNull()
  writeFileSync(`${path}.new`, `${encodeRolloutLine(start)}\n`.repeat(50))
  renameSync(`${path}.new`, path)
  expect(summaryOf(log, await look(grown))).toMatchObject({ name: '' })
})

test('a long log is known by its ends, and says how much lies between; reading on finds the rest, however slowly', async () => {
  const inside = textOf([marked({ name: 'Inside' }), marked({ archived: true })])
  writeFileSync(
    path,
    textOf([start, queued('First')]) + padding + inside + padding + textOf([marked({ archived: false })]),
  )
  let known = await look()
  const { size } = known
  expect(summaryOf(log, known)).toMatchObject({ name: '', archived: false, firstUserText: 'First' })
  expect(known.unreadBytes).toBeGreaterThan(size - 2 * EDGE_BYTES)
  expect(known.unreadBytes).toBeLessThan(size - EDGE_BYTES)
  for (let unread = known.unreadBytes; unread > 0; unread = known.unreadBytes) {
    const read = await readOn(log, known, 20_000)
    expect(read.bytes).toBeLessThanOrEqual(20_000)
    expect(read.known.unreadBytes).toBeLessThan(unread)
    known = read.known
  }
  // What stands at the end was said last.
  expect(summaryOf(log, known)).toMatchObject({ name: 'Inside', archived: false, unreadBytes: 0 })
})

test('a long log that grew by much is known by its new end, and by what was read before', async () => {
  writeFileSync(path, textOf([start, marked({ name: 'One' })]) + padding + textOf([marked({ archived: true })]))
  const before = await look()
  appendFileSync(path, padding)
  const grown = await look(before)
  expect(summaryOf(log, grown)).toMatchObject({ name: 'One', archived: true })
  expect(grown.unreadBytes).toBeGreaterThan(before.unreadBytes)
})

test('a line for which nothing was left waits for the next reading; a log that is gone is left as it was', async () => {
  writeFileSync(path, textOf([start, queued('x'.repeat(200_000))]))
  const known = await look()
  const { known: same } = await readOn(log, known, 1_000)
  expect(same.scan.scannedTo).toBe(known.scan.scannedTo)
  expect(summaryOf(log, (await readOn(log, known, 1_000_000)).known)).toMatchObject({ unreadBytes: 0 })
  expect(await readOn({ ...log, path: `${path}.gone` }, known, 1_000)).toEqual({ known, bytes: 0 })
})

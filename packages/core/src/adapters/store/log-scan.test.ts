import {
  encodeRolloutLine,
  HistoryItem,
  type RolloutItem,
  type RolloutLine,
  SessionMeta,
  SubmissionId,
} from '@rawr/protocol'
import { expect, test } from 'vitest'
import { isNoLog, LINE_HELD_BYTES, type LogScan, NOTHING_SCANNED, readTail, scanOn } from './log-scan.ts'

const timestamp = '2026-03-04T05:06:07.089Z'

const textOf = (items: readonly RolloutItem[]): string =>
  items.map((item, ordinal) => `${encodeRolloutLine({ timestamp, ordinal, ...item } as RolloutLine)}\n`).join('')

const meta = { id: 'th_1', timestamp, cwd: '/work', originator: 'rawr', cli_version: '0', source: 'test' }
const start: RolloutItem = { type: 'session_meta', payload: SessionMeta.parse(meta) }

const message = (text: string, origin = 'user'): RolloutItem => ({
  type: 'response_item',
  payload: HistoryItem.parse({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
    meta: { id: 'i1', at: 0, origin },
  }),
})

const queued = (text: string): RolloutItem => ({
  type: 'queue',
  payload: {
    change: 'added',
    input: { submission_id: SubmissionId.parse('sb_1'), items: [{ type: 'text', text }], origin: 'user' },
  },
})

const named = (name: string): RolloutItem => ({ type: 'thread', payload: { name } })

const scanned = (text: string): LogScan => scanOn(NOTHING_SCANNED, Buffer.from(text))

test('the first words are the user’s, whether they wait in the queue or are in the history', () => {
  const read = scanned(textOf([start, message('instructions', 'context'), message(' Hi '), message('Later')]))
  expect(read).toMatchObject({ beginning: { cwd: '/work', createdAt: timestamp }, firstUserText: 'Hi' })
  expect(scanned(textOf([start, queued('Waiting'), message('Waiting')]))).toMatchObject({ firstUserText: 'Waiting' })
})

test('a long first message is cut at a whole character', () => {
  const { firstUserText } = scanned(textOf([start, queued(`${'x'.repeat(399)}🙂`)]))
  expect(firstUserText.length).toBeGreaterThan(390)
  expect(firstUserText.isWellFormed()).toBe(true)
})

test('read in pieces of any size, a log says what it says in one', () => {
  const text = textOf([start, named('One'), queued('Hé 🙂'), message('x'.repeat(300)), named('Two')])
  const bytes = Buffer.from(`${text}{"torn`)
  const whole = scanOn(NOTHING_SCANNED, bytes)
  expect(whole).toMatchObject({ scannedTo: Buffer.byteLength(text), marks: { name: 'Two' }, firstUserText: 'Hé 🙂' })
  for (let size = 1; size <= bytes.byteLength; size += 1) {
    let scan = NOTHING_SCANNED
    // A piece that holds no whole line is asked for again, longer.
    for (let end = size; end < bytes.byteLength + size; end += size)
      scan = scanOn(scan, bytes.subarray(scan.scannedTo, end))
    expect(scan).toEqual(whole)
  }
})

test('a line longer than anybody holds is passed over, and what comes behind it counts', () => {
  const before = textOf([start])
  const long = `${'x'.repeat(2 * LINE_HELD_BYTES + 10)}\n`
  const bytes = Buffer.from(before + long + textOf([message('not the first'), named('Behind')]))
  let scan = NOTHING_SCANNED
  let reads = 0
  while (scan.scannedTo < bytes.byteLength) {
    scan = scanOn(scan, bytes.subarray(scan.scannedTo, scan.scannedTo + LINE_HELD_BYTES))
    reads += 1
  }
  // The first message may have been in what was passed over.
  expect(scan).toMatchObject({ marks: { name: 'Behind' }, firstUserText: '', beginning: { cwd: '/work' } })
  expect(reads).toBe(4)
})

test('what has no beginning in its first lines is no log', () => {
  expect(isNoLog(scanned('x\n'.repeat(59)))).toBe(false)
  expect(isNoLog(scanned('x\n'.repeat(60)))).toBe(true)
  expect(isNoLog(scanned(textOf([start]) + 'x\n'.repeat(60)))).toBe(false)
})

test('of a tail the part of a line at its head and the torn one at its end do not count', () => {
  const lines = textOf([named('One'), { type: 'thread', payload: { archived: true } }, named('Two')])
  const cut = Buffer.from(`${lines}{"torn`).subarray(10)
  const from = 1_000 + cut.indexOf(0x0a) + 1
  expect(readTail(cut, 1_000)).toEqual({ from, change: { name: 'Two', archived: true } })
  expect(readTail(Buffer.from('no end of a line'), 1_000)).toEqual({ from: 1_016, change: {} })
})

test('what only began is untouched; a word, a mark, or what cannot be read is not', () => {
  const begun = textOf([start, message('Folder: /work', 'context')])
  const rows: readonly [string, boolean][] = [
    [begun, true],
    [begun + textOf([message('Hello')]), false],
    [begun + textOf([message('')]), false],
    [begun + textOf([queued('Hello')]), false],
    [begun + textOf([named('x')]), false],
    [`${begun}torn {\n`, false],
    [begun.repeat(40), false],
  ]
  for (const [text, isUntouched] of rows) expect(scanned(text).isUntouched).toBe(isUntouched)
})

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ThreadId } from '@rawr/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFileSink } from './file-sink.ts'
import { inputsAt, leaveAt, recordOf } from './testing/sample-records.ts'
import { readDecisions, readEvents } from './thread-folder.ts'

const threadId = ThreadId.parse('thread-1')
let home = ''

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rawr-audit-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

const folder = () => join(home, 'auto_compaction', 'threads', 'thread-1')
const fileLines = (name: string) => readFileSync(join(folder(), name), 'utf8').trimEnd().split('\n')

const openSink = () => {
  const errors: string[] = []
  const sink = openFileSink({ home, now: () => 5_000, onError: (error) => errors.push(String(error)) })
  return { sink, errors }
}

test('decisions and events are read back as they were written, and only the user may read the files', async () => {
  const { sink, errors } = openSink()
  const [calm, busy] = [leaveAt('d1', 5_000), recordOf('d2', inputsAt(40_000, ['commit']))]
  sink.decision(threadId, calm)
  sink.decision(threadId, busy)
  sink.event(threadId, 'compaction_completed', { tokens_after: 9_000 })
  sink.decision(threadId, { ...busy, outcome: 'compacted' })
  await sink.flush()
  expect(await readDecisions({ home, threadId })).toEqual({
    ok: true,
    value: { values: [calm, { ...busy, outcome: 'compacted' }], skipped: 0 },
  })
  const event = {
    at: 5_000,
    seq: 1,
    thread_id: threadId,
    name: 'compaction_completed',
    fields: { tokens_after: 9_000 },
  }
  expect(await readEvents({ home, threadId })).toEqual({ ok: true, value: { values: [event], skipped: 0 } })
  const state = JSON.parse(readFileSync(join(folder(), 'state.json'), 'utf8'))
  expect(state).toMatchObject({ last_compaction: event, last_decision: { id: 'd2', outcome: 'compacted' } })
  expect(readdirSync(folder()).sort()).toEqual(['decisions.jsonl', 'events.jsonl', 'state.json'])
  for (const name of readdirSync(folder())) expect(statSync(join(folder(), name)).mode & 0o777).toBe(0o600)
  expect(errors).toEqual([])
})

test('a run of equal leaves is two lines at most, and one record', async () => {
  const { sink } = openSink()
  for (let at = 0; at < 100; at += 1) sink.decision(threadId, leaveAt(`d${at}`, 40_000 + at))
  await sink.flush()
  expect(fileLines('decisions.jsonl')).toHaveLength(2)
  const read = await readDecisions({ home, threadId })
  expect(read.ok && read.value.values).toMatchObject([
    { id: 'd0', count: 100, inputs: inputsAt(40_000, []), last_inputs: inputsAt(40_099, []) },
  ])
})

test('a run goes on after a flush', async () => {
  const { sink } = openSink()
  sink.decision(threadId, leaveAt('d1', 40_000))
  await sink.flush()
  sink.decision(threadId, leaveAt('d2', 41_000))
  sink.decision(threadId, leaveAt('d3', 5_000))
  await sink.flush()
  const read = await readDecisions({ home, threadId })
  expect(read.ok && read.value.values).toMatchObject([
    { id: 'd1', count: 2 },
    { id: 'd3', count: 1 },
  ])
})

test('a later sink appends, skips a torn line, and keeps the last compaction of the first', async () => {
  const first = openSink().sink
  first.event(threadId, 'compaction_completed', {})
  first.decision(threadId, leaveAt('d1', 5_000))
  await first.flush()
  writeFileSync(join(folder(), 'decisions.jsonl'), '{"id": "torn', { flag: 'a' })
  const second = openSink().sink
  second.decision(threadId, leaveAt('d2', 40_000))
  await second.flush()
  const read = await readDecisions({ home, threadId })
  expect(read.ok && [read.value.values.map(({ id }) => id), read.value.skipped]).toEqual([['d1', 'd2'], 1])
  expect(JSON.parse(readFileSync(join(folder(), 'state.json'), 'utf8'))).toMatchObject({
    last_compaction: { name: 'compaction_completed' },
    last_decision: { id: 'd2' },
  })
})

test('a disk that cannot be written to is reported, and nothing stops', async () => {
  writeFileSync(join(home, 'auto_compaction'), 'a file where a folder should be')
  const { sink, errors } = openSink()
  sink.decision(threadId, leaveAt('d1', 5_000))
  await sink.flush()
  sink.event(threadId, 'commit', {})
  await sink.flush()
  expect(errors.length).toBeGreaterThan(0)
})

test('a thread whose name leads elsewhere is not written and not read', async () => {
  const { sink, errors } = openSink()
  for (const name of ['../out', '..', 'a/b', 'a\\b', '']) {
    const odd = name as ThreadId
    sink.decision(odd, leaveAt('d1', 5_000))
    await sink.flush()
    expect(await readDecisions({ home, threadId: odd })).toMatchObject({ ok: false, error: { code: 'no_such_thread' } })
  }
  expect(errors.length).toBeGreaterThan(0)
  expect(existsSync(join(home, 'auto_compaction'))).toBe(false)
})

test('more lines than the limit drop the oldest and say so', async () => {
  const { sink, errors } = openSink()
  for (let at = 0; at < 10_005; at += 1) sink.event(threadId, 'commit', { at })
  await sink.flush()
  expect(errors).toHaveLength(5)
  const read = await readEvents({ home, threadId })
  expect(read.ok && [read.value.values.length, read.value.values[0]?.seq]).toEqual([10_000, 6])
})

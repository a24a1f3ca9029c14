import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeRolloutLine, type RolloutItem, type RolloutLine, SubmissionId, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { marksAfter, readThreadMarks } from './thread-changes.ts'

const path = join(mkdtempSync(join(tmpdir(), 'rawr-marks-')), 'log.jsonl')

const write = (items: readonly RolloutItem[]) => {
  const lines = items.map(
    (item, ordinal) => ({ timestamp: '2026-03-04T05:06:07.089Z', ordinal, ...item }) as RolloutLine,
  )
  writeFileSync(path, lines.map((line) => `${encodeRolloutLine(line)}\n`).join(''))
}

const thread = (payload: Extract<RolloutItem, { type: 'thread' }>['payload']): RolloutItem => ({
  type: 'thread',
  payload,
})

const quoted: RolloutItem = {
  type: 'queue',
  payload: {
    change: 'dropped',
    submission_id: SubmissionId.parse('sb_1'),
    reason: '"type":"thread","payload":{"name":"no"}',
  },
}

test('the last name counts, and each mark keeps what it had where a line does not speak of it', async () => {
  const parent = ThreadId.parse('th_0')
  write([
    thread({ forked_from: { thread_id: parent, ordinal: 3 } }),
    thread({ name: 'One' }),
    thread({ archived: true }),
    quoted,
    thread({ name: 'Two' }),
  ])
  expect((await readThreadMarks(path)).marks).toEqual({ name: 'Two', archived: true, forkedFrom: parent })
})

test('a log that says nothing of its thread leaves it nameless and unarchived', async () => {
  write([quoted])
  expect((await readThreadMarks(path)).marks).toEqual({ name: '', archived: false, forkedFrom: null })
})

test('a name is taken away by an empty one, an archived thread comes back', () => {
  const marks = { name: 'One', archived: true, forkedFrom: null }
  expect(marksAfter(marks, { name: '', archived: false })).toEqual({ name: '', archived: false, forkedFrom: null })
})

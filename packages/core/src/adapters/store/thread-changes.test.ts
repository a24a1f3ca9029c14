import { encodeRolloutLine, type RolloutItem, type RolloutLine, SubmissionId, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { changeIn, marksAfter, NO_MARKS } from './thread-changes.ts'

const bytesOf = (item: RolloutItem): Buffer =>
  Buffer.from(encodeRolloutLine({ timestamp: '2026-03-04T05:06:07.089Z', ordinal: 1, ...item } as RolloutLine))

test('a line that changes the thread says so; one that quotes such a line, and a broken one, change nothing', () => {
  const line = bytesOf({ type: 'thread', payload: { name: 'One' } })
  expect(changeIn(line)).toEqual({ name: 'One' })
  expect(changeIn(line.subarray(0, -3))).toBeNull()
  const reason = '"type":"thread","payload":{"name":"no"}'
  const quoted = { change: 'dropped', submission_id: SubmissionId.parse('sb_1'), reason } as const
  expect(changeIn(bytesOf({ type: 'queue', payload: quoted }))).toBeNull()
})

test('the last name counts, and each mark keeps what it had where a line does not speak of it', () => {
  const parent = ThreadId.parse('th_0')
  const changes = [
    { forked_from: { thread_id: parent, ordinal: 3 } },
    { name: 'One' },
    { archived: true },
    { name: 'Two' },
  ]
  expect(changes.reduce(marksAfter, NO_MARKS)).toEqual({ name: 'Two', archived: true, forkedFrom: parent })
})

test('a name is taken away by an empty one, an archived thread comes back', () => {
  const marks = { name: 'One', archived: true, forkedFrom: null }
  expect(marksAfter(marks, { name: '', archived: false })).toEqual({ name: '', archived: false, forkedFrom: null })
})

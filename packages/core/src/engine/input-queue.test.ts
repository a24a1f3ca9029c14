import { type QueueChange, type QueuedInput, SequenceId, SubmissionId, TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { afterChange, isFull, nothingWaiting, QUEUE_MAX, textOfQueued, without } from './input-queue.ts'

const input = (name: string): QueuedInput => ({
  submission_id: SubmissionId.parse(name),
  items: [{ type: 'text', text: name }],
  origin: 'user',
})
const sequence_id = SequenceId.parse('sq_1')
const added = (name: string): QueueChange => ({ change: 'added', input: input(name) })
const taken = (name: string): QueueChange => ({
  change: 'taken',
  submission_id: SubmissionId.parse(name),
  turn_id: TurnId.parse('tn_1'),
})

const after = (...changes: readonly QueueChange[]) => changes.reduce(afterChange, nothingWaiting)
const names = (...changes: readonly QueueChange[]) => after(...changes).queue.map(textOfQueued)

test('what was added waits in order until it is taken or dropped', () => {
  expect(names(added('sb_1'), added('sb_2'), added('sb_3'), taken('sb_2'))).toEqual(['sb_1', 'sb_3'])
  expect(
    names(added('sb_1'), { change: 'dropped', submission_id: SubmissionId.parse('sb_1'), reason: 'unsent' }),
  ).toEqual([])
  expect(names(taken('sb_none'))).toEqual([])
})

test('a hold is remembered with its deadline and ends with its release, whose handoff waits', () => {
  const held = after(added('sb_1'), { change: 'held', sequence_id, deadline: 5 })
  expect(held.hold).toEqual({ sequenceId: sequence_id, deadline: 5 })
  const released = afterChange(held, { change: 'released', sequence_id, handoff: 'the packet' })
  expect(released).toMatchObject({ hold: null, handoff: 'the packet', queue: [{ submission_id: 'sb_1' }] })
  expect(afterChange(released, { change: 'released', sequence_id }).handoff).toBe('the packet')
})

test('the queue has a limit', () => {
  const queue = Array.from({ length: QUEUE_MAX }, (_, n) => ({ ...input(`sb_${n}`), steers: false }))
  expect([isFull(queue), isFull(without(queue, SubmissionId.parse('sb_7')))]).toEqual([true, false])
})

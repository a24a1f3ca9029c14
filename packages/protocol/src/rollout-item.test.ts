import { expect, test } from 'vitest'
import { RolloutLine } from './rollout-item.ts'

const head = { timestamp: '2026-01-01T00:00:00.000Z', ordinal: 0 }

const accepted: readonly [string, unknown][] = [
  ['undo', { compacted_id: 'cp_1' }],
  ['rollback', { turns: 2 }],
  ['pins', { pins: [{ kind: 'fact', text: 'The port is 4711.' }] }],
  ['queue', { change: 'dropped', submission_id: 'sb_1', reason: 'interrupted' }],
  ['thread', { forked_from: { thread_id: 'th_1', ordinal: 9 } }],
]

test.each(accepted)('a line of type %s', (type, payload) => {
  expect(RolloutLine.parse({ ...head, type, payload })).toEqual({ ...head, type, payload })
})

test('a line needs its place in the file and a payload of its type', () => {
  expect(RolloutLine.safeParse({ type: 'undo', payload: { compacted_id: 'cp_1' } }).success).toBe(false)
  expect(RolloutLine.safeParse({ ...head, type: 'rollback', payload: { turns: 0 } }).success).toBe(false)
})

import { ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { leaveAt } from './testing/sample-records.ts'
import { continued, newThreadState, readThreadState, withDecision, withEvent } from './thread-state.ts'

const thread_id = ThreadId.parse('th')
const compaction = { at: 2_000, seq: 1, thread_id, name: 'compaction_completed', fields: { tokens_after: 9_000 } }
const commit = { at: 3_000, seq: 2, thread_id, name: 'commit', fields: {} }

test('the newest decision, event and compaction are kept, and read back', () => {
  const record = leaveAt('d1', 40_000)
  const state = withEvent(withEvent(withDecision(newThreadState(thread_id, 1), record), compaction), commit)
  expect(state).toEqual({
    version: 1,
    thread_id,
    updated_at: 3_000,
    last_decision: { id: 'd1', at: 1_000, decision: record.decision, outcome: 'left' },
    last_event: commit,
    last_compaction: compaction,
  })
  expect(readThreadState(JSON.parse(JSON.stringify(state)))).toEqual(state)
})

test('an earlier life fills only what this one does not know', () => {
  const earlier = withEvent(withDecision(newThreadState(thread_id, 1), leaveAt('d1', 40_000)), compaction)
  const now = withEvent(newThreadState(thread_id, 5), commit)
  expect(continued(now, earlier)).toMatchObject({
    last_event: commit,
    last_compaction: compaction,
    last_decision: { id: 'd1' },
  })
  expect(continued(now, null)).toEqual(now)
  expect(continued(now, { ...earlier, thread_id: ThreadId.parse('other') })).toEqual(now)
})

test('a broken state is none', () => {
  for (const value of [null, 1, {}, { version: 2 }, { version: 1, updated_at: 1, thread_id: '' }])
    expect(readThreadState(value)).toBe(null)
  expect(readThreadState({ version: 1, updated_at: 1, thread_id: 'th', last_decision: { id: 'd' } })).toEqual(
    newThreadState(thread_id, 1),
  )
})

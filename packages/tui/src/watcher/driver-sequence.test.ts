// The driver over a judgment and over the agent's packet: what is sent, in which order, and what a person's word changes.
import { type EventMsg, RequestId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { JUDGMENT_DEADLINE_MS, PROMPT_SILENCE_MS } from './state.ts'
import {
  accept,
  committed,
  compacts,
  completed,
  counted,
  JUDGED_ASAP,
  openThread,
  PROMPTS,
  reachable,
  type Thread,
  turn,
  turn_id,
} from './testing/open-thread.ts'

const judging = (asked: EventMsg = reachable(JUDGED_ASAP), options: Parameters<typeof openThread>[0] = {}) => {
  const thread = openThread(options)
  thread.see(asked)
  turn(thread, [committed, counted(40_000)])
  expect(thread.types()).toEqual(['report_decision', 'rawr_auto_compaction_judgment'])
  expect(thread.watcher.state().name).toBe('awaiting_judgment')
  return thread
}

const answers = (thread: Thread, change: Partial<Extract<EventMsg, { should_compact: boolean }>> = {}) => {
  const question = thread.opsOf('rawr_auto_compaction_judgment')[0]
  if (question === undefined) throw new Error('nobody was asked')
  const { request_id, tier } = question.op
  const type = 'rawr_auto_compaction_judgment_result'
  const answer = { type, request_id, tier, outcome: 'answered', should_compact: true, reason: 'Done.' } as const
  thread.see({ ...answer, used_tokens: 40_000, ...change }, question.id)
}

const outcomes = (thread: Thread) => thread.opsOf('report_decision').map(({ op }) => op.record.outcome)

test('an approved judgment begins the compaction, under the id of the decision', () => {
  const thread = judging()
  answers(thread)
  expect(thread.types().slice(2)).toEqual(['report_decision', 'hold_input', 'compact'])
  const records = thread.opsOf('report_decision').map(({ op }) => op.record)
  expect(new Set(records.map(({ id }) => id)).size).toBe(1)
  expect(records.at(-1)?.inputs.verdict).toBe('approved')
  expect(thread.opsOf('compact')[0]?.op.decision_id).toBe(records[0]?.id)
})

test('a veto leaves everything as it is, and says so', () => {
  const thread = judging()
  answers(thread, { should_compact: false, reason: 'In the middle of it.' })
  expect(outcomes(thread)).toEqual(['pending', 'vetoed'])
  expect([thread.watcher.state().name, thread.notices, thread.opsOf('compact')]).toEqual(['idle', ['vetoed'], []])
})

test('an answer to another question is not taken, nor a second answer to the same', () => {
  const thread = judging()
  answers(thread, { request_id: RequestId.parse('stale') })
  expect(thread.watcher.state().name).toBe('awaiting_judgment')
  answers(thread)
  answers(thread, { should_compact: false })
  expect(thread.opsOf('compact')).toHaveLength(1)
  expect(thread.watcher.state().name).toBe('compacting')
})

test('no answer after 20 s is a failed one: asap goes on without it', () => {
  const thread = judging()
  thread.pass(JUDGMENT_DEADLINE_MS - 1)
  thread.watcher.onTick()
  expect(thread.watcher.state().name).toBe('awaiting_judgment')
  thread.pass(1)
  thread.watcher.onTick()
  expect(thread.watcher.state().name).toBe('compacting')
  expect(thread.opsOf('report_decision').at(-1)?.op.record.inputs.verdict).toBe('failed')
})

test('below asap a failed judgment leaves it', () => {
  const policy = { early: {}, ready: { decision_prompt_path: 'judgment.md' }, asap: {}, emergency: {} }
  const thread = openThread()
  thread.see(reachable({ policy }))
  turn(thread, [committed, counted(27_000)], completed('All in.'))
  expect(thread.opsOf('rawr_auto_compaction_judgment')[0]?.op.tier).toBe('ready')
  answers(thread, { outcome: 'failed', should_compact: false })
  expect([thread.watcher.state().name, outcomes(thread)]).toEqual(['idle', ['pending', 'left']])
})

test('a refused question is a failed judgment', async () => {
  const thread = judging(undefined, {
    reply: (op, id) =>
      op.type === 'rawr_auto_compaction_judgment'
        ? { type: 'rejected', id, code: 'busy', message: 'no', path: [] }
        : accept(op, id),
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(thread.watcher.state().name).toBe('compacting')
})

test('a message during a judgment is held by nobody, and the verdict that comes after it is discarded', () => {
  const thread = judging()
  thread.watcher.beforeSend()
  answers(thread)
  expect(thread.types()).toEqual(['report_decision', 'rawr_auto_compaction_judgment', 'report_decision'])
  expect([thread.watcher.state().name, outcomes(thread)]).toEqual(['idle', ['pending', 'left']])
})

test('Esc during a judgment ends it, whatever is answered later', () => {
  const thread = judging()
  thread.watcher.cancel()
  answers(thread)
  expect([outcomes(thread), thread.notices]).toEqual([['pending', 'cancelled'], ['cancelled']])
  expect(thread.opsOf('hold_input')).toEqual([])
})

const prompted = () => {
  const thread = openThread()
  thread.see(reachable())
  turn(thread, [committed, counted(40_000)], completed('The parser is there.'))
  return thread
}

/** The agent's turn about the packet. */
const writes = (thread: Thread, text: string | null) => {
  const id = thread.opsOf('user_turn')[0]?.id
  if (id === undefined) throw new Error('the agent was not asked')
  thread.see({ type: 'turn_started', turn_id, origin: 'packet_prompt' }, id)
  thread.see(completed(text), id)
}

test('the agent’s packet: heads-up, prompt, compaction, and the handoff is what the agent wrote', () => {
  const thread = prompted()
  expect(thread.notices).toEqual(['heads_up'])
  expect(thread.types()).toEqual(['report_decision', 'hold_input', 'user_turn'])
  expect(thread.opsOf('user_turn')[0]?.op).toEqual({
    type: 'user_turn',
    items: [{ type: 'text', text: PROMPTS.packet }],
    origin: 'packet_prompt',
    sequence_id: thread.opsOf('hold_input')[0]?.op.sequence_id,
  })
  writes(thread, 'Next: the tests of the parser.')
  expect(thread.types().slice(3)).toEqual(['hold_input', 'compact'])
  expect(thread.opsOf('compact')[0]?.op.packet_author).toBe('agent')
  compacts(thread, 40_000, 9_000)
  expect(thread.types().slice(5)).toEqual(['release_input', 'report_decision'])
  expect(thread.opsOf('release_input')[0]?.op.handoff).toContain('Next: the tests of the parser.')
  expect(outcomes(thread)).toEqual(['pending', 'compacted'])
})

test('an agent that says nothing leaves the packet to the watcher', () => {
  const thread = prompted()
  writes(thread, null)
  expect(thread.opsOf('compact')[0]?.op.packet_author).toBe('watcher')
  compacts(thread, 40_000, 9_000)
  expect(thread.opsOf('release_input')[0]?.op.handoff).toContain('Add a parser')
})

test('a message during the packet begins nothing of its own: core holds it, and it is released once', () => {
  const thread = prompted()
  thread.watcher.beforeSend()
  writes(thread, 'The packet.')
  thread.watcher.beforeSend()
  compacts(thread, 40_000, 9_000)
  expect(thread.opsOf('compact')).toHaveLength(1)
  expect(thread.opsOf('release_input')).toHaveLength(1)
})

test('Esc during the packet stops the agent and releases the messages without a handoff', () => {
  const thread = prompted()
  thread.watcher.cancel()
  expect(thread.types().slice(3)).toEqual(['interrupt', 'release_input', 'report_decision'])
  expect(thread.opsOf('release_input')[0]?.op).not.toHaveProperty('handoff')
  expect(outcomes(thread)).toEqual(['pending', 'cancelled'])
})

test('a packet that nothing is heard of for two minutes is given up', () => {
  const thread = prompted()
  thread.pass(PROMPT_SILENCE_MS)
  thread.watcher.onTick()
  expect([thread.watcher.state().name, outcomes(thread)]).toEqual(['idle', ['pending', 'failed']])
  expect(thread.notices.at(-1)).toBe('timed_out')
})

import { contextUsage, effectivePolicy } from '@rawr/policy'
import {
  DEFAULT_SETTINGS,
  type DecisionRecord,
  type EventMsg,
  RequestId,
  type RolloutLine,
  ThreadId,
  TurnId,
} from '@rawr/protocol'
import { expect, test } from 'vitest'
import { openVault } from '../engine/secrets/vault.ts'
import { memoryAudit } from '../testing/memory-ports.ts'
import { attributionOf, openDecisionBook } from './decision-book.ts'

const left: DecisionRecord = {
  id: RequestId.parse('rq_1'),
  at: 1,
  actor: 'mid_turn',
  turn_id: TurnId.parse('tn_1'),
  inputs: {
    feature_on: true,
    mode: 'auto',
    at: 'mid_turn',
    usage: contextUsage({ windowTokens: 100_000, usedTokens: 5_000, floorTokens: 2_000, source: 'reported' }),
    policy: effectivePolicy({ settings: DEFAULT_SETTINGS.rawr_auto_compaction }),
    boundaries: [],
    semantic_break: false,
    tokens_since_rearm: null,
    breaker_open: false,
    busy: false,
    review_mode: false,
    model_available: true,
    cost: { expected_calls: 16, saved_tokens: 1_234, one_off_tokens: 9, cache: 'warm', gate: false },
  },
  decision: { kind: 'leave', why: 'no_tier' },
  count: 1,
  outcome: 'left',
}
const compact: DecisionRecord = {
  ...left,
  id: RequestId.parse('rq_2'),
  decision: { kind: 'compact', trigger: 'mid_turn', tier: 'asap', boundaries: ['commit'] },
  outcome: 'pending',
}

const open = (lines: readonly RolloutLine[] = []) => {
  const told: EventMsg[] = []
  const audit = memoryAudit()
  const outbox = { emit: (msg: EventMsg) => told.push(msg) } as never // Only `emit` is called.
  const book = openDecisionBook({ threadId: ThreadId.parse('th_1'), lines, audit, secrets: openVault([]), outbox })
  return { book, told, audit }
}

test('the same answer at every cut of a turn is told once, and all of it is in the audit', async () => {
  const { book, told, audit } = open()
  for (const id of ['rq_1', 'rq_3', 'rq_4']) book.report({ ...left, id: RequestId.parse(id) }, null)
  book.report({ ...left, id: RequestId.parse('rq_5'), turn_id: TurnId.parse('tn_2') }, null)
  expect(told).toHaveLength(2)
  expect(await audit.decisions(ThreadId.parse('th_1'))).toHaveLength(4)
})

test('a decision is settled under its id, and one nobody knows is no fault', () => {
  const { book, told } = open()
  book.report(compact, null)
  book.settle(compact.id, 'compacted', null)
  book.settle(RequestId.parse('rq_9'), 'compacted', null)
  expect(told.map((msg) => msg.type === 'decision_recorded' && msg.record.outcome)).toEqual(['pending', 'compacted'])
  expect(book.find(compact.id)).toMatchObject({ outcome: 'compacted' })
})

test('a decision told before the daemon was killed is still known: the compaction it asked for may come after', () => {
  const msg: EventMsg = { type: 'decision_recorded', record: compact, explanation: 'There is little room left.' }
  const line: RolloutLine = {
    timestamp: '',
    ordinal: 0,
    type: 'event_msg',
    payload: { seq: 7, submission_id: null, msg },
  }
  const { book, told } = open([line])
  expect(book.find(compact.id)).toEqual(compact)
  expect(told).toEqual([])
})

test('the log says tier, room, boundaries, author and what was expected; of what was left alone it says nothing', () => {
  expect(attributionOf(compact, 'agent')).toEqual({
    decision_id: 'rq_2',
    tier: 'asap',
    percent_remaining: compact.inputs.usage.percent_remaining,
    boundaries: ['commit'],
    packet_author: 'agent',
    predicted_saved_tokens: 1_234,
  })
  expect(attributionOf(left, 'none')).toBe(null)
})

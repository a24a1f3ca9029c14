import { expect, test } from 'vitest'
import { Heard } from './decision-record.ts'
import type { EventMsg } from './event-msg.ts'
import type { HistoryItem } from './history-item.ts'
import { ItemId, SubmissionId, TurnId } from './ids.ts'
import { decodeRolloutLine, encodeRolloutLine } from './rollout-codec.ts'
import type { RolloutLine } from './rollout-item.ts'

const head = { timestamp: '2026-01-01T00:00:00.000Z', ordinal: 3 }
const meta = { id: ItemId.parse('it_1'), at: 0, origin: 'tool' as const }
const usage = {
  used_tokens: 10,
  floor_tokens: 1,
  window_tokens: 100,
  effective_tokens: 90,
  percent_remaining: 88,
  source: 'reported' as const,
}
const total = {
  input_tokens: 9,
  cached_input_tokens: 0,
  output_tokens: 1,
  reasoning_output_tokens: 0,
  total_tokens: 10,
}

const item = (payload: HistoryItem): RolloutLine => ({ ...head, type: 'response_item', payload })
const event = (msg: EventMsg): RolloutLine => ({
  ...head,
  type: 'event_msg',
  payload: { seq: 2, submission_id: SubmissionId.parse('sb_1'), msg },
})

const lines: readonly RolloutLine[] = [
  item({ type: 'unknown', value: { type: 'hologram', depth: 3 }, meta }),
  event({ type: 'turn_started', turn_id: TurnId.parse('tn_1'), origin: 'user' }),
  event({ type: 'turn_complete', turn_id: TurnId.parse('tn_1'), last_agent_message: null, duration_ms: 1 }),
  event({ type: 'agent_message', item_id: ItemId.parse('it_2'), text: 'Done.' }),
  event({ type: 'warning', message: 'stays a message' }),
  event({ type: 'token_count', usage, last: total, total }),
  event({
    type: 'user_message',
    item_id: ItemId.parse('it_3'),
    submission_id: SubmissionId.parse('sb_other'),
    text: 'Go.',
    origin: 'user',
  }),
]

test.each(lines)('a line comes back from disk as it was: $payload', (line) => {
  expect(decodeRolloutLine(encodeRolloutLine(line))).toEqual({ ok: true, value: line })
})

test('on disk events carry the tags and fields that viewers of Codex files look for', () => {
  const onDisk = lines.map((line) => JSON.parse(encodeRolloutLine(line)).payload)
  expect(onDisk[0]).toEqual({ type: 'hologram', depth: 3, meta })
  expect(onDisk[1]).toMatchObject({ type: 'task_started', turn_id: 'tn_1', seq: 2 })
  expect(onDisk[3]).toMatchObject({ type: 'agent_message', message: 'Done.' })
  expect(onDisk[5]).toMatchObject({
    info: { total_token_usage: total, last_token_usage: total, model_context_window: 100 },
  })
})

test('a torn line is an error value, not a throw', () => {
  expect(decodeRolloutLine('{"timestamp":"2026')).toMatchObject({ ok: false })
  expect(decodeRolloutLine('null')).toMatchObject({ ok: false })
})

test('a decision that heard signs of another version can still be read', () => {
  const heard = { boundary: 'agent_done', signs: ['opens_with_result', 'ended_turn'], points: 12, needed: 11 }
  expect(Heard.safeParse(heard)).toMatchObject({ success: true, data: heard })
})

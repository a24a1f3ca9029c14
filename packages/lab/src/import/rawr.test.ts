import { CallId, encodeRolloutLine, ItemId, type RolloutLine, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { importSession } from './import-session.ts'

const timestamp = '2026-05-06T07:08:09.000Z'
const at = Date.parse(timestamp)
const lines: readonly RolloutLine[] = [
  {
    timestamp,
    ordinal: 0,
    type: 'session_meta',
    payload: {
      id: ThreadId.parse('th_1'),
      timestamp,
      cwd: '/home/mei/boat',
      originator: 'rawr',
      cli_version: '0.1.0',
      source: 'exec',
      context_window: 60_000,
    },
  },
  {
    timestamp,
    ordinal: 1,
    type: 'response_item',
    payload: {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'Caulk the boat.' }],
      meta: { id: ItemId.parse('i1'), at, origin: 'user' },
    },
  },
  {
    timestamp,
    ordinal: 2,
    type: 'response_item',
    payload: {
      type: 'function_call',
      name: 'shell',
      arguments: '{}',
      call_id: CallId.parse('c1'),
      meta: { id: ItemId.parse('i2'), at, origin: 'assistant' },
    },
  },
]

test('our own log comes back as it was written: what its history follows from, what cannot be read left out', async () => {
  const texts = lines.map(encodeRolloutLine)
  const broken = '{"timestamp":"t","ordinal":3,"type":"response_item","payload":{"type":"message"}}'
  const read = await importSession([...texts, broken, '{"timest'], { path: 'rollout.jsonl' })
  expect(read).toMatchObject({
    ok: true,
    value: {
      format: 'rawr',
      lines: lines.slice(1),
      contextWindow: 60_000,
      cwd: '/home/mei/boat',
      compactions: 0,
      notes: { skippedCount: 1, torn: true, unknown: { response_item: 1 } },
    },
  })
  if (read.ok) expect(read.value.items.map(({ meta }) => read.value.lineOf(meta.id))).toEqual([2, 3])
})

import { decodeRolloutLine, encodeRolloutLine, ItemId, type RolloutLine } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { entriesOf } from './entries.ts'
import { markdownOf } from './markdown.ts'

const at = '2026-03-14T09:00:00.000Z'
const said = (id: string, origin: 'user' | 'assistant', text: string, ordinal: number): RolloutLine => ({
  timestamp: at,
  ordinal,
  type: 'response_item',
  payload: {
    type: 'message',
    role: origin,
    content: [{ type: origin === 'user' ? 'input_text' : 'output_text', text }],
    meta: { id: ItemId.parse(id), at: 1, origin },
  },
})

const compacted = (id: string, summary: string, ordinal: number): RolloutLine => {
  const payload = {
    id,
    trigger: 'manual',
    requested: 'auto',
    strategy: 'extractive',
    message: summary,
    tokens_before: 900,
    tokens_after: 90,
    view: { through: null, entries: [] },
    anchor_hash: '',
    prompt_version: '',
    duration_ms: 1,
  }
  const line = decodeRolloutLine(JSON.stringify({ timestamp: at, ordinal, type: 'compacted', payload }))
  if (!line.ok) throw new Error(line.error.reason)
  return line.value
}

const thread: readonly RolloutLine[] = [
  said('i1', 'user', 'Mend the quay. ```\n# no heading\n---', 0),
  said('i2', 'assistant', 'Mended \u001b[2J.', 1),
  compacted('cp_1', 'First summary.', 2),
  said('i3', 'user', 'And the pier.', 3),
  compacted('cp_2', 'Second summary.', 4),
  { timestamp: at, ordinal: 5, type: 'rollback', payload: { turns: 1 } },
]

test('STORE-09: all originals and both summaries, in order, with their borders', () => {
  expect(thread.map(encodeRolloutLine)).toHaveLength(6)
  const entries = entriesOf(thread)
  expect(entries.map(({ kind }) => kind)).toEqual(['item', 'item', 'compaction', 'item', 'compaction', 'mark'])
  const text = markdownOf({ threadId: 'th_1', cwd: '/home/ada', createdAt: at }, entries)
  const order = [
    'Mend the quay.',
    'Mended ␛[2J.',
    'First summary.',
    'And the pier.',
    'Second summary.',
    '1 turns rolled back',
  ]
  const places = order.map((part) => text.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  // What is inside a text is inside its block: outside of the blocks there are our own headings only.
  const outside = text.replaceAll(/^(`{3,})\n[\s\S]*?\n\1$/gm, '')
  expect(outside).not.toContain('no heading')
  expect(outside.match(/^## /gm)).toHaveLength(6)
})

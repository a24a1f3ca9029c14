// What a model reads when it is asked for a summary is what it sees anyway (decision 0114): a test for each predicate of seed-5's
// input filter. Errors that a program put into a recording are left out where it is imported.
import { CompactionId, HistoryItem, textOfItem } from '@rawr/protocol'
import { describe, expect, test } from 'vitest'
import { numbered, say, user } from '../testing/items.ts'
import { appendItem, emptyHistory, visibleItems } from './history.ts'

const meta = (id: string, origin: string) => ({ id, at: 0, origin })

const read = (...items: readonly HistoryItem[]): readonly HistoryItem[] =>
  visibleItems(items.reduce(appendItem, emptyHistory))

const [asked, more, answer] = numbered([user('Moor it.'), user('And quickly.'), say('Moored.')]) as [
  HistoryItem,
  HistoryItem,
  HistoryItem,
]

const item = (fields: object): HistoryItem => HistoryItem.parse(fields)

const reasoning = item({
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: 'Hm.' }],
  meta: meta('r', 'assistant'),
})

describe('out goes', () => {
  test('progress', () => {
    const progress = item({ type: 'progress', text: '40 %', meta: meta('p', 'tool') })
    expect(read(asked, progress, answer)).toEqual([asked, answer])
  })

  test('a snapshot of the files', () => {
    const snapshot = item({ type: 'ghost_snapshot', ghost_commit: { id: 'c' }, meta: meta('g', 'synthetic') })
    expect(read(asked, snapshot, answer)).toEqual([asked, answer])
  })

  test('thinking that led to nothing', () => {
    expect(read(asked, reasoning)).toEqual([asked])
    expect(read(asked, reasoning, more, answer)).toEqual([asked, more, answer])
  })
})

describe('in stays', () => {
  test('thinking in front of what it led to', () => {
    expect(read(asked, reasoning, answer)).toEqual([asked, reasoning, answer])
  })

  test('the boundary of a compaction', () => {
    const boundary = item({
      type: 'compact_boundary',
      compaction_id: CompactionId.parse('c1'),
      text: 'Compacted here.',
      tokens_before: 10,
      meta: meta('b', 'boundary'),
    })
    expect(read(boundary, asked, answer)).toEqual([boundary, asked, answer])
  })

  test('an attachment, where it stands', () => {
    const file = item({ type: 'attachment', kind: 'file', path: 'a.ts', text: 'a', meta: meta('f', 'restored') })
    expect(read(asked, file, more)).toEqual([asked, file, more])
  })

  test('each message of the user, as one of its own', () => {
    expect(read(asked, more).map(textOfItem)).toEqual(['Moor it.', 'And quickly.'])
  })
})

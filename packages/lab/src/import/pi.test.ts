import { expect, test } from 'vitest'
import type { Fields } from './fields.ts'
import { createPiImporter } from './pi.ts'

const read = (...records: readonly Fields[]) => {
  const importer = createPiImporter()
  for (const [index, record] of records.entries()) importer.take(record, index + 1)
  return importer.finish()
}

const header = { type: 'session', id: 's', timestamp: '2026-01-02T03:04:05Z', cwd: '/home/noor' }
const message = (role: string, content: unknown, more: Fields = {}): Fields => ({
  type: 'message',
  message: { role, content, ...more },
})
const text = (words: string) => [{ type: 'text', text: words }]

test('text, thoughts, a call and its result, with what the model used', () => {
  const session = read(
    header,
    message('user', text('Count the loans.')),
    message(
      'assistant',
      [
        { type: 'thinking', thinking: 'hm', thinkingSignature: 'sig' },
        { type: 'text', text: 'I look.' },
        { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'a.ts' } },
      ],
      { usage: { input: 10, output: 5, cacheRead: 100, cacheWrite: 0 } },
    ),
    message('toolResult', text('no such file'), { toolCallId: 'c1', toolName: 'read', isError: true }),
    message('assistant', [], { stopReason: 'aborted', usage: { input: 0, output: 0 } }),
    { type: 'thinking_level_change' },
    { type: 'newest_thing' },
  )
  expect(session.items.map((item) => [item.type, item.meta.origin])).toEqual([
    ['message', 'user'],
    ['reasoning', 'assistant'],
    ['message', 'assistant'],
    ['function_call', 'assistant'],
    ['function_call_output', 'tool'],
  ])
  expect(session.items.at(-1)).toMatchObject({ call_id: 'c1', output: 'no such file', success: false })
  expect(session.usage).toEqual([{ contextTokens: 115, source: 'reported', lines: 4 }])
  expect(session).toMatchObject({ cwd: '/home/noor', unknown: { newest_thing: 1 }, compactions: 0 })
})

test('in the first version a compaction keeps from a place in the file on', () => {
  const session = read(
    header,
    message('user', text('one')),
    message('user', text('two')),
    { type: 'compaction', summary: 'It began.', firstKeptEntryIndex: 2, tokensBefore: 900 },
    message('user', text('three')),
  )
  const line = session.lines.find(({ type }) => type === 'compacted')
  expect(line).toMatchObject({
    payload: {
      message: 'It began.',
      tokens_before: 900,
      view: {
        entries: [
          { kind: 'insert', item: { meta: { origin: 'summary' } } },
          { kind: 'keep', first: 'i2', last: 'i2' },
        ],
      },
    },
  })
})

test('entries with ids are a tree: a dead branch is none of the session', () => {
  const entry = (id: string, parentId: string | null, words: string): Fields => ({
    ...message('user', text(words)),
    id,
    parentId,
  })
  const session = read(
    { ...header, version: 3 },
    entry('a', null, 'one'),
    entry('b', 'a', 'dead'),
    entry('c', 'a', 'two'),
    { type: 'compaction', id: 'd', parentId: 'c', summary: 'S', firstKeptEntryId: 'c' },
    entry('e', 'd', 'three'),
  )
  expect(session.items.map((item) => (item.type === 'message' ? item.content : []))).toMatchObject([
    [{ text: 'one' }],
    [{ text: 'two' }],
    [{ text: 'three' }],
  ])
  expect(session.lines.find(({ type }) => type === 'compacted')).toMatchObject({
    payload: { view: { entries: [{ kind: 'insert' }, { kind: 'keep', first: 'i2', last: 'i2' }] } },
  })
})

test('a shell escape of the user is context, an image a part', () => {
  const session = read(
    header,
    { type: 'message', message: { role: 'bashExecution', command: 'ls', output: 'a.ts' } },
    message('user', [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }]),
  )
  expect(session.items).toMatchObject([
    { meta: { origin: 'context' }, content: [{ text: '! ls\na.ts' }] },
    { meta: { origin: 'user' }, content: [{ type: 'input_image' }] },
  ])
})

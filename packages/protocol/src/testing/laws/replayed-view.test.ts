import { expect, test } from 'vitest'
import { HistoryItem } from '../../history-item.ts'
import { RolloutLine } from '../../rollout-item.ts'
import { checkReplay } from './replayed-view.ts'

const said = (id: string, text: string, fields: object = {}): HistoryItem =>
  HistoryItem.parse({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
    meta: { id, at: 1, origin: 'user', turn_id: `t_${id}`, ...fields },
  })

const pair = (id: string, output: string): readonly HistoryItem[] => [
  HistoryItem.parse({
    type: 'function_call',
    name: 'shell',
    arguments: '{}',
    call_id: `c_${id}`,
    meta: { id, at: 1, origin: 'assistant', turn_id: 't_i1' },
  }),
  HistoryItem.parse({
    type: 'function_call_output',
    call_id: `c_${id}`,
    output,
    meta: { id: `${id}o`, at: 1, origin: 'tool', turn_id: 't_i1' },
  }),
]

const progress = HistoryItem.parse({ type: 'progress', text: '50 %', meta: { id: 'p', at: 1, origin: 'tool' } })

const line = (type: string, payload: object): RolloutLine =>
  RolloutLine.parse({ timestamp: '2026-03-14T12:00:00.000Z', ordinal: 0, type, payload })
const items = (...list: readonly HistoryItem[]) => list.map((payload) => line('response_item', payload))

const compacted = (id: string, through: string | null, entries: readonly object[]) =>
  line('compacted', {
    id,
    trigger: 'manual',
    requested: 'auto',
    strategy: 'extractive',
    message: '',
    tokens_before: 9,
    tokens_after: 1,
    view: { through, entries },
    anchor_hash: '',
    prompt_version: '1',
    duration_ms: 1,
  })

const [a, b, c] = [said('i1', 'one'), said('i2', 'two'), said('i3', 'three')]
const [call, output] = pair('i9', 'long output') as [HistoryItem, HistoryItem]
const summary = said('v1', 'summary', { origin: 'summary' })
const view = compacted('cp1', 'i2', [
  { kind: 'insert', item: summary, sources: [] },
  { kind: 'keep', first: 'i2', last: 'i2', handled: true },
])
const handledB = {
  ...b,
  content: [{ type: 'input_text', text: '[i2, handled]' }, ...('content' in b ? (b.content ?? []) : [])],
  meta: { ...b.meta, handled: true },
} as HistoryItem

const breaches = (lines: readonly RolloutLine[], seen: readonly HistoryItem[]) =>
  checkReplay(lines, seen).map(({ at, message }) => `${at}: ${message}`)

test('the log as it is, without what is never sent, and whatever was counted', () => {
  expect(breaches(items(a, progress, b), [a, { ...b, meta: { ...b.meta, tokens: 7 } }])).toEqual([])
})

test('a view stands for what is before it, later items follow', () => {
  expect(breaches([...items(a, b), view, ...items(c)], [summary, handledB, c])).toEqual([])
  expect(breaches([...items(a, b), view, ...items(c)], [a, b, c])).toEqual([
    'item 0: the log gives message v1, the session shows message i1',
  ])
})

test('undo drops the view and keeps later items, redo brings it back', () => {
  const undo = line('undo', { compacted_id: 'cp1' })
  const lines = [...items(a, b), view, ...items(c), undo]
  expect(breaches(lines, [a, b, c])).toEqual([])
  expect(breaches([...lines, line('redo', { compacted_id: 'cp1' })], [summary, handledB, c])).toEqual([])
})

test('a cleared result shows its placeholder and is marked', () => {
  const lines = [
    ...items(a, call, output),
    compacted('cp2', 'i9o', [
      { kind: 'keep', first: 'i1', last: 'i9' },
      { kind: 'clear', id: 'i9o', placeholder: '[cleared i9o]' },
    ]),
  ]
  const cleared = { ...output, output: '[cleared i9o]', meta: { ...output.meta, cleared: true } } as HistoryItem
  expect(breaches(lines, [a, call, cleared])).toEqual([])
  expect(breaches(lines, [a, call, output])).toHaveLength(1)
})

test('a rollback takes the last turns away, and a compaction made in them', () => {
  const lines = [...items(a, call, output, b), compacted('cp3', 'i2', []), ...items(c), line('rollback', { turns: 2 })]
  expect(breaches(lines, [a, call, output])).toEqual([])
  expect(breaches([...items(a, b), line('rollback', { turns: 9 })], [])).toEqual([])
})

test('a stand-in for the result of an open call is no difference, anything else is', () => {
  const standIn = { ...output, meta: { ...output.meta, id: 'i9.out', origin: 'synthetic' } } as HistoryItem
  expect(breaches(items(a, call), [a, call, standIn])).toEqual([])
  expect(breaches(items(a, call, output), [a, call])).toEqual([
    'item 2: the log gives function_call_output i9o, the session shows nothing',
  ])
  expect(breaches(items(a), [a, b])).toEqual(['item 1: the log gives nothing, the session shows message i2'])
  expect(breaches(items(a), [said('i1', 'One')])).toHaveLength(1)
})

test('L7: reasoning that leads to nothing may be left out, and no other', () => {
  const thought = HistoryItem.parse({ type: 'reasoning', summary: [], meta: { id: 'r', at: 1, origin: 'assistant' } })
  const asked = said('i1', 'Count.')
  expect(checkReplay(items(asked, thought), [asked])).toEqual([])
  expect(checkReplay(items(asked, thought, said('i2', 'And on.')), [asked, said('i2', 'And on.')])).toEqual([])
  const [call, result] = pair('i3', 'ok')
  if (call === undefined || result === undefined) throw new Error('a pair has two')
  expect(checkReplay(items(asked, thought, call, result), [asked, call, result])).toHaveLength(1)
})

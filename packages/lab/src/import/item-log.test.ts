import { decodeRolloutLine, encodeRolloutLine } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { callIdOf, type ItemDraft } from './item-draft.ts'
import { createItemLog } from './item-log.ts'

const place = { line: 3, at: 1_000 }
const said = (text: string): ItemDraft => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
const result: ItemDraft = { type: 'function_call_output', call_id: callIdOf('c'), output: 'x' }

test('items get ids and turns in order, and lines that our own codec reads', () => {
  const log = createItemLog()
  log.append(said('context'), 'context', place)
  log.append(said('one'), 'user', place)
  log.append(said('two'), 'user', place)
  const { lines, items, lineOf } = log.built()
  expect(items.map(({ meta }) => [meta.id, meta.turn_id, meta.at])).toEqual([
    ['i1', undefined, 1_000],
    ['i2', 't1', 1_000],
    ['i3', 't2', 1_000],
  ])
  expect(items.map(({ meta }) => lineOf(meta.id))).toEqual([3, 3, 3])
  expect(lines.map((line) => decodeRolloutLine(encodeRolloutLine(line)))).toEqual(
    lines.map((value) => ({ ok: true, value })),
  )
})

test('what is learnt later changes the item in the log and in its line', () => {
  const log = createItemLog()
  const words = log.append(said('one'), 'context', place)
  const output = log.append(result, 'tool', place)
  if (words !== null) log.setOrigin(words, 'user')
  if (output !== null) log.setOutcome(output, { success: false, exit_code: 1 })
  expect(log.built().items.map(({ meta }) => meta.origin)).toEqual(['user', 'tool'])
  expect(log.built().lines.map(({ payload }) => payload)).toEqual(log.built().items)
  expect(log.built().items[1]).toMatchObject({ success: false, exit_code: 1 })
})

test('a report of an answer covers up to the model’s newest item, one of the context all', () => {
  const log = createItemLog()
  log.append(said('one'), 'user', place)
  log.append({ type: 'function_call', name: 'f', arguments: '', call_id: callIdOf('c') }, 'assistant', place)
  log.append(result, 'tool', place)
  log.reportAnswer(500)
  log.reportContext(400, 'divisors')
  expect(log.built().usage).toEqual([
    { contextTokens: 500, source: 'reported', lines: 2 },
    { contextTokens: 400, source: 'divisors', lines: 3 },
  ])
})

test('after a compaction the view is what it says, and new items follow it', () => {
  const log = createItemLog()
  log.append(said('one'), 'user', place)
  const summary = log.inserted(said('short'), 'summary', place)
  log.compact({ slots: [summary], trigger: 'built_in', strategy: 'full', message: 'short' }, place)
  const next = log.append(said('two'), 'user', place)
  expect(log.visible()).toEqual([summary, { kind: 'keep', id: next, position: 1 }])
  expect(log.built().compactions).toBe(1)
})

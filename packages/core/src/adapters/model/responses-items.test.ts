import type { HistoryItem } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { responsesItems } from './responses-items.ts'
import { called, meta, result, said } from './testing/sampling.ts'

const thought = (id: string, encrypted_content: string | null = `enc-${id}`): HistoryItem => ({
  type: 'reasoning',
  id,
  summary: [],
  encrypted_content,
  meta: meta('assistant'),
})

const check = (items: readonly HistoryItem[], expected: readonly string[]) =>
  expect(
    responsesItems(items, () => null).map((item) => ('id' in item && item.id ? `${item.type}:${item.id}` : item.type)),
  ).toEqual(expected)

test('reasoning goes back with what it led to, and only then', () => {
  check([thought('r1'), called('a'), result('a', '1')], ['reasoning:r1', 'function_call', 'function_call_output'])
  check([thought('r1'), thought('r2'), said('assistant', 'x')], ['reasoning:r1', 'reasoning:r2', 'message'])
  check([thought('r1'), said('user', 'stop')], ['message'])
  check([said('user', 'go'), thought('r1')], ['message'])
})

test('reasoning without its encrypted content is left out: the provider keeps nothing of ours', () => {
  check([thought('r1', null), said('assistant', 'x')], ['message'])
})

test('encrypted content is byte for byte what was received, or absent', () => {
  const [first] = responsesItems([thought('r1', 'gA+/=é😀'), said('assistant', 'x')], () => null)
  expect(first).toMatchObject({ encrypted_content: 'gA+/=é😀' })
  check([thought('r1', 'broken \ud800'), said('assistant', 'x')], ['message'])
})

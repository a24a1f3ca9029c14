import { HistoryItem } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contextBreakdown, kindOf, sharesOf } from './breakdown.ts'
import { NO_PREFIX } from './prefix.ts'

const usage = (used_tokens: number) => ({
  used_tokens,
  floor_tokens: 0,
  window_tokens: 1_000,
  effective_tokens: 900,
  percent_remaining: 50,
  source: 'divisors' as const,
})

const item = (id: string, origin: string, more: object = {}) =>
  HistoryItem.parse({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text: `words of ${id}` }],
    meta: { id, at: 0, origin },
    ...more,
  })

test('shares are whole, keep their proportions and add up to the figure', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 1 }), fc.nat(1_000_000), (weights, total) => {
      const shares = sharesOf(weights, total)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
      const sum = weights.reduce((all, weight) => all + weight, 0)
      if (sum > 0)
        for (const [index, weight] of weights.entries())
          expect(Math.abs((shares[index] ?? 0) - (weight * total) / sum)).toBeLessThan(1)
    }),
  )
})

test('parts add up to what the gauge shows, largest first, with no more than ten items named', () => {
  const items = Array.from({ length: 14 }, (_, n) => ({ item: item(`i${n}`, 'user'), tokens: 10 + n }))
  const { parts, largest } = contextBreakdown({
    usage: usage(777),
    instructions: 50,
    tools: 30,
    items,
    prefix: NO_PREFIX,
  })
  expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(777)
  expect(parts.map(({ kind }) => kind)).toEqual(['user', 'instructions', 'tools'])
  expect(parts[0]?.items).toBe(14)
  expect(largest).toHaveLength(10)
  expect(largest[0]).toMatchObject({ kind: 'instructions' })
  expect(largest.find(({ item_id }) => item_id === 'i13')).toMatchObject({ what: 'words of i13' })
})

test('a result is called by its call', () => {
  const call = HistoryItem.parse({
    type: 'function_call',
    name: 'read',
    arguments: '{"path":"a.ts"}',
    call_id: 'c',
    meta: { id: 'i1', at: 0, origin: 'assistant' },
  })
  const output = HistoryItem.parse({
    type: 'function_call_output',
    call_id: 'c',
    output: 'text',
    meta: { id: 'i2', at: 0, origin: 'tool' },
  })
  const { largest } = contextBreakdown({
    usage: usage(100),
    instructions: 0,
    tools: 0,
    prefix: NO_PREFIX,
    items: [
      { item: call, tokens: 1 },
      { item: output, tokens: 9 },
    ],
  })
  expect(largest[0]).toEqual({ kind: 'tool_results', tokens: 90, what: 'read {"path":"a.ts"}', item_id: 'i2' })
})

test.each([
  ['user', 'user'],
  ['context', 'context'],
  ['pin', 'pins'],
  ['handoff', 'summary'],
  ['summary', 'summary'],
  ['synthetic', 'other'],
  ['tool', 'tool_results'],
  ['assistant', 'agent'],
])('a message of origin %s counts as %s', (origin, kind) => {
  expect(kindOf(item('i1', origin))).toBe(kind)
})

import type { HistoryItem } from '@rawr/protocol'
import fc from 'fast-check'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions/completions'
import { expect, test } from 'vitest'
import { chatMessages } from './chat-messages.ts'
import { called, meta, result, said } from './testing/sampling.ts'

const messagesOf = (items: readonly HistoryItem[], thinkingField: 'reasoning' | null = null) =>
  chatMessages({ items, imageUrl: () => null, thinkingField })

/** `user`, `assistant`, `assistant:a,b`, `tool:a` … */
const shape = (messages: readonly ChatCompletionMessageParam[]): string[] =>
  messages.map((message) => {
    if (message.role === 'tool') return `tool:${message.tool_call_id}`
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : []
    return calls.length === 0 ? message.role : `${message.role}:${calls.join(',')}`
  })

const check = (items: readonly HistoryItem[], expected: readonly string[]) =>
  expect(shape(messagesOf(items))).toEqual(expected)

test('the calls of one answer share a message, those of two answers do not', () => {
  check([called('a'), called('b'), result('a', '1'), result('b', '2')], ['assistant:a,b', 'tool:a', 'tool:b'])
  check(
    [called('a'), result('a', '1'), called('b'), result('b', '2')],
    ['assistant:a', 'tool:a', 'assistant:b', 'tool:b'],
  )
})

test('text of an answer stands with its calls, wherever it came among them', () => {
  check([said('assistant', 'x'), called('a'), result('a', '1')], ['assistant:a', 'tool:a'])
  check(
    [called('a'), said('assistant', 'x'), called('b'), result('a', '1'), result('b', '2')],
    ['assistant:a,b', 'tool:a', 'tool:b'],
  )
  check([said('assistant', 'x'), said('assistant', 'y')], ['assistant', 'assistant'])
})

test('nothing stands between calls and their results, in the order of the calls', () => {
  check(
    [called('a'), called('b'), result('b', '2'), said('user', 'wait'), result('a', '1')],
    ['assistant:a,b', 'tool:a', 'tool:b', 'user'],
  )
})

const thought = (text: string, encrypted_content: string | null = null): HistoryItem => ({
  type: 'reasoning',
  summary: [{ type: 'summary_text', text }],
  encrypted_content,
  meta: meta('assistant'),
})

test('open thinking goes back with the calls of the work under way, to a server that sends it', () => {
  const before = [thought('old'), called('a'), result('a', '1'), said('user', 'next')]
  const now = [
    thought('new'),
    said('assistant', 'x'),
    called('b'),
    result('b', '2'),
    thought('sealed', 'enc'),
    called('c'),
  ]
  const thoughts = (field: 'reasoning' | null) =>
    messagesOf([...before, ...now], field).map((message) => ('reasoning' in message ? message.reasoning : ''))
  expect(thoughts('reasoning')).toEqual(['', '', '', 'new', '', ''])
  expect(thoughts(null).join('')).toBe('')
})

test('an image that is gone leaves a word where it was', () => {
  const content = [{ type: 'input_image' as const }]
  const lost: HistoryItem = { type: 'message', role: 'user', content, meta: meta('user') }
  expect(messagesOf([lost])).toEqual([{ role: 'user', content: '[image not available]' }])
})

test('any legal history gives messages in which each call is answered at once and once', () => {
  const round = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.boolean(), fc.constantFrom('', 'user', 'assistant'))
  fc.assert(
    fc.property(fc.array(round, { maxLength: 12 }), (rounds) => {
      const items = rounds.flatMap(([count, isReversed, between], at) => {
        const ids = Array.from({ length: count }, (_, call) => `c${at}_${call}`)
        const results = ids.map((id) => result(id, id))
        const calls = ids.map((id) => called(id))
        const text = between === '' ? [] : [said(between === 'user' ? 'user' : 'assistant', 'x')]
        return [...calls, ...text, ...(isReversed ? results.toReversed() : results)]
      })
      const messages = messagesOf(items)
      const open: string[] = []
      for (const message of messages) {
        if (message.role === 'tool') expect(open.shift()).toBe(message.tool_call_id)
        else expect(open).toEqual([])
        if (message.role === 'assistant') open.push(...(message.tool_calls ?? []).map(({ id }) => id))
      }
      expect(open).toEqual([])
    }),
  )
})

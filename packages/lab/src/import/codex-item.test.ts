import { expect, test } from 'vitest'
import { codexItem, messageText } from './codex-item.ts'

test('parts of a message that hold neither text nor image are left out, and with them the message', () => {
  expect(codexItem({ type: 'message', role: 'user', content: [{ type: 'input_audio' }] })).toBeNull()
  expect(codexItem({ type: 'message', role: 'assistant', content: 'plain' })).toMatchObject({
    draft: { content: [{ type: 'output_text', text: 'plain' }] },
    origin: 'assistant',
  })
})

const outputs: readonly [unknown, unknown][] = [
  ['plain', 'plain'],
  [[{ type: 'input_text', text: 'part' }], [{ type: 'input_text', text: 'part' }]],
  [{ type: 'input_text', text: 'alone' }, [{ type: 'input_text', text: 'alone' }]],
  [{ content: 3 }, '{"content":3}'],
  [null, ''],
]

test.each(outputs)('output %j', (given, output) => {
  expect(codexItem({ type: 'function_call_output', call_id: 'c', output: given })?.draft).toMatchObject({ output })
})

test('reasoning keeps what is signed, byte for byte', () => {
  expect(
    codexItem({
      type: 'reasoning',
      id: 'rs',
      summary: [{ type: 'summary_text', text: 's' }],
      encrypted_content: 'AA==',
    }),
  ).toEqual({
    draft: { type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 's' }], encrypted_content: 'AA==' },
    origin: 'assistant',
  })
})

test('arguments may be an object or missing', () => {
  const call = { type: 'function_call', name: 'f', call_id: 'c' }
  expect(codexItem({ ...call, arguments: { a: 1 } })?.draft).toMatchObject({ arguments: '{"a":1}' })
  expect(codexItem(call)?.draft).toMatchObject({ arguments: '' })
})

test('the text of a message is its parts, trimmed', () => {
  expect(messageText({ content: [{ text: ' a' }, { image_url: 'x' }, { text: 'b\n' }] })).toBe('a\nb')
})

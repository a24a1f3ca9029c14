import { expect, test } from 'vitest'
import { HistoryItem, isToolCall, isToolOutput, textOfItem, textOfOutput, textOfParts } from './history-item.ts'

const meta = { id: 'i1', at: 0, origin: 'tool' }
const call = HistoryItem.parse({ type: 'function_call', name: 'read', arguments: '{}', call_id: 'c1', meta })
const output = HistoryItem.parse({ type: 'function_call_output', call_id: 'c1', output: 'text', meta })
const parts = HistoryItem.parse({
  type: 'custom_tool_call_output',
  call_id: 'c2',
  output: [
    { type: 'input_text', text: 'a' },
    { type: 'input_image', image_url: 'data:image/png;base64,AA==' },
    { type: 'input_text', text: 'b' },
  ],
  meta,
})

test('calls and outputs are told apart', () => {
  expect([call, output, parts].map(isToolCall)).toEqual([true, false, false])
  expect([call, output, parts].map(isToolOutput)).toEqual([false, true, true])
})

test('the text of an output is the same in both shapes, and an image has none', () => {
  if (!isToolOutput(output) || !isToolOutput(parts)) throw new Error('not outputs')
  expect(textOfOutput(output)).toBe('text')
  expect(textOfOutput(parts)).toBe('a\nb')
  expect(textOfParts([])).toBe('')
})

test('the text of an item is what a reader can read of it', () => {
  const content = [{ type: 'output_text', text: 'Done.' }]
  const message = HistoryItem.parse({ type: 'message', role: 'assistant', content, meta })
  const unknown = HistoryItem.parse({ type: 'unknown', value: { a: 1 }, meta })
  expect([message, call, output, parts, unknown].map(textOfItem)).toEqual(['Done.', '{}', 'text', 'a\nb', ''])
})

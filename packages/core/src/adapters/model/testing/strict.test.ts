import { expect, test } from 'vitest'
import { faultOf } from './strict.ts'

const user = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }
const call = (call_id: string, json = '{}') => ({ type: 'function_call', call_id, name: 'read', arguments: json })
const output = (call_id: string) => ({ type: 'function_call_output', call_id, output: '' })
const responses = (...input: readonly object[]) => ({
  model: 'm',
  instructions: '',
  input,
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: 't',
  store: false,
  stream: true,
})
const thought = { type: 'reasoning', summary: [], encrypted_content: 'x' }
const chatCall = (id: string, json = '{}') => ({ id, type: 'function', function: { name: 'read', arguments: json } })
const asks = (...tool_calls: readonly object[]) => ({ role: 'assistant', content: null, tool_calls })
const says = (tool_call_id: string) => ({ role: 'tool', tool_call_id, content: '' })
const chat = (...messages: readonly object[]) => ({
  model: 'm',
  messages: [{ role: 'system', content: '' }, { role: 'user', content: 'hi' }, ...messages],
  stream: true,
})

test.each([
  ['whole pairs', responses(user, thought, call('a'), output('a')), null],
  ['an orphan', responses(user, output('a')), /No tool call found/],
  ['an unanswered call', responses(user, call('a')), /No tool output found/],
  ['a call twice', responses(user, call('a'), output('a'), call('a'), output('a')), /Duplicate/],
  ['reasoning that leads to nothing', responses(user, thought), /required following item/],
  ['arguments that are no JSON', responses(user, call('a', '{'), output('a')), /arguments/],
  ['a field of another API', { ...responses(user), max_tokens: 1 }, /max_tokens/],
  ['no input', responses(), /input/],
  ['half a character', responses({ ...user, content: [{ type: 'input_text', text: 'a\ud83d' }] }), /half a character/],
  ['whole pairs, chat', chat(asks(chatCall('a'), chatCall('b')), says('b'), says('a')), null],
  ['an orphan, chat', chat(says('a')), /must be a response/],
  ['an unanswered call, chat', chat(asks(chatCall('a')), { role: 'user', content: 'x' }), /did not have response/],
  ['a role nobody knows', chat({ role: 'developer', content: 'x' }), /Invalid value/],
  ['arguments that are no JSON, chat', chat(asks(chatCall('a', 'x')), says('a')), /Invalid value/],
])('%s', (_name, body, expected) => {
  if (expected === null) expect(faultOf(body)).toBeNull()
  else expect(faultOf(body)).toMatch(expected)
})

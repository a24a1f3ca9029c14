import { expect, test } from 'vitest'
import { assistantDrafts, callsOf, resultsOf, userDrafts } from './claude-content.ts'

const origins = (content: unknown, injected = false) => userDrafts(content, injected).map(({ origin }) => origin)

const rows: readonly [string, unknown, readonly string[]][] = [
  ['typed words', 'Hello.', ['user']],
  [
    'words around an image are one message',
    [
      { type: 'text', text: 'See' },
      { type: 'image', source: { data: 'QQ==' } },
    ],
    ['user'],
  ],
  ['a shell escape and its output', '<bash-input>ls</bash-input>', ['tool']],
  ['a reminder', '<system-reminder>be brief</system-reminder>', ['context']],
  [
    'text beside a result is not typed',
    [
      { type: 'tool_result', tool_use_id: 't' },
      { type: 'text', text: 'x' },
    ],
    ['tool', 'context'],
  ],
  ['empty text', '', []],
  ['no content', undefined, []],
]

test.each(rows)('%s', (_name, content, expected) => expect(origins(content)).toEqual(expected))

test('what is injected is no word of the user', () => expect(origins('Hello.', true)).toEqual(['context']))

test('a result is text, or parts where it holds an image; a cleared one tells no outcome', () => {
  const result = (content: unknown, more: object = {}) =>
    userDrafts([{ type: 'tool_result', tool_use_id: 't', content, ...more }], false)[0]?.draft
  expect(
    result([
      { type: 'text', text: 'a' },
      { type: 'tool_reference', tool_name: 'Web' },
    ]),
  ).toMatchObject({
    output: 'a\n[tool Web]',
    success: true,
  })
  expect(
    result([
      { type: 'text', text: 'a' },
      { type: 'image', source: { url: 'https://example.org/a.png' } },
    ]),
  ).toMatchObject({
    output: [
      { type: 'input_text', text: 'a' },
      { type: 'input_image', image_url: 'https://example.org/a.png' },
    ],
  })
  expect(result('[Old tool result content cleared]')).not.toHaveProperty('success')
  expect(result('Exit code 4', { is_error: true })).toMatchObject({ success: false, exit_code: 4 })
})

test('tools of the provider are a pair inside the answer', () => {
  const content = [
    { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } },
    { type: 'web_search_tool_result', tool_use_id: 's', content: [{ url: 'u' }] },
    { type: 'redacted_thinking', data: 'AA==' },
    { type: 'fallback' },
    { type: 'hologram' },
  ]
  expect(assistantDrafts(content).map(({ draft }) => draft.type)).toEqual([
    'function_call',
    'function_call_output',
    'reasoning',
    'unknown',
  ])
})

test('calls and results are named', () => {
  expect(
    callsOf([
      { type: 'tool_use', id: 'a' },
      { type: 'text', text: 'x' },
    ]),
  ).toEqual(['a'])
  expect(resultsOf([{ type: 'tool_result', tool_use_id: 'a' }, { type: 'tool_result' }])).toEqual(['a'])
})

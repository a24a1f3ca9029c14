import { expect, test } from 'vitest'
import type { Fields } from './fields.ts'
import { importSession } from './import-session.ts'
import { createOpencodeImporter } from './opencode.ts'

const user = (...parts: readonly Fields[]): Fields => ({
  info: { role: 'user', time: { created: 1_700_000_000_000 } },
  parts,
})
const assistant = (info: Fields, ...parts: readonly Fields[]): Fields => ({
  info: { role: 'assistant', path: { cwd: '/home/kai' }, ...info },
  parts,
})
const tool = (state: Fields): Fields => ({ type: 'tool', tool: 'read', callID: 'c1', state })

const messages = [
  user({ type: 'text', text: 'Count the loans.' }, { type: 'text', text: '<file>', synthetic: true }),
  assistant(
    { tokens: { input: 10, output: 5, cache: { read: 100, write: 1 } } },
    { type: 'step-start' },
    { type: 'reasoning', text: 'hm' },
    tool({ status: 'completed', input: { filePath: 'a.ts' }, output: 'const a = 1' }),
    { type: 'newest-part' },
  ),
  user({ type: 'compaction', auto: true }),
  assistant({ summary: true, mode: 'compaction' }, { type: 'text', text: 'It began.' }),
  user({ type: 'text', text: 'continue', synthetic: true }),
]

test('an export is a session, its compaction a view of the summary alone', async () => {
  const session = await importSession([JSON.stringify({ info: { id: 's' }, messages })], { path: 'f' })
  if (!session.ok) throw new Error(session.error.message)
  const { value } = session
  expect(value.format).toBe('opencode')
  expect(value.items.map((item) => [item.type, item.meta.origin])).toEqual([
    ['message', 'user'],
    ['message', 'context'],
    ['reasoning', 'assistant'],
    ['function_call', 'assistant'],
    ['function_call_output', 'tool'],
    ['message', 'context'],
  ])
  expect(value.usage).toEqual([{ contextTokens: 116, source: 'reported', lines: 4 }])
  expect(value).toMatchObject({ cwd: '/home/kai', compactions: 1, notes: { unknown: { 'newest-part': 1 } } })
  expect(value.lines.find(({ type }) => type === 'compacted')).toMatchObject({
    payload: { message: 'It began.', view: { entries: [{ kind: 'insert' }] } },
  })
})

test.each<[string, Fields, Fields | undefined]>([
  ['a failed call', { status: 'error', error: 'no such file' }, { output: 'no such file', success: false }],
  ['a call that still ran', { status: 'running' }, undefined],
  [
    'a result that was cleared',
    { status: 'completed', output: 'x', time: { compacted: 5 } },
    { output: '[Old tool result content cleared]' },
  ],
])('%s', (_name, state, expected) => {
  const importer = createOpencodeImporter()
  importer.take(assistant({}, tool(state)), 1)
  const [call, result] = importer.finish().items
  expect(call).toMatchObject({ type: 'function_call', name: 'read', call_id: 'c1' })
  if (expected === undefined) expect(result).toBeUndefined()
  else expect(result).toMatchObject(expected)
})

test('a file is an attachment, an image a part', () => {
  const importer = createOpencodeImporter()
  importer.take(
    user(
      { type: 'file', mime: 'text/plain', filename: 'a.ts', source: { path: 'src/a.ts', text: { value: '@a' } } },
      { type: 'file', mime: 'image/png', url: 'data:image/png;base64,AAAA' },
    ),
    1,
  )
  expect(importer.finish().items).toMatchObject([
    { type: 'attachment', path: 'src/a.ts', text: '@a' },
    { type: 'message', content: [{ type: 'input_image' }] },
  ])
})

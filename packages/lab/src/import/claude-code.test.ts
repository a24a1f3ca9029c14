import { expect, test } from 'vitest'
import { importRecords, shown, views } from './testing/imported.ts'

type Chained = { readonly uuid: string; readonly parentUuid: string | null; readonly [field: string]: unknown }

const envelope = { sessionId: 's1', cwd: '/home/olu/garden', version: '2.1.0', timestamp: '2026-05-06T07:08:09.000Z' }
const record = (fields: Chained) => ({ ...envelope, isSidechain: false, ...fields })
const user = (uuid: string, parentUuid: string | null, content: unknown, more: object = {}) =>
  record({ uuid, parentUuid, type: 'user', message: { role: 'user', content }, ...more })
type Answer = { readonly id: string; readonly block: object; readonly usage?: object }
const answer = (uuid: string, parentUuid: string | null, { id, block, usage }: Answer, more: object = {}) =>
  record({
    uuid,
    parentUuid,
    type: 'assistant',
    message: { id, model: 'claude-x', role: 'assistant', content: [block], usage },
    ...more,
  })
const text = (words: string) => ({ type: 'text', text: words })
const call = (id: string, name = 'Bash') => ({ type: 'tool_use', id, name, input: { command: `run ${id}` } })
const result = (id: string, content: unknown, more: object = {}) => [
  { type: 'tool_result', tool_use_id: id, content, ...more },
]

test('each block is an item; usage counts once a message, with the largest output', async () => {
  const usage = (output: number) => ({
    input_tokens: 10,
    cache_creation_input_tokens: 200,
    cache_read_input_tokens: 3_000,
    output_tokens: output,
  })
  const session = await importRecords([
    { type: 'summary', summary: 'A title', leafUuid: 'zz' },
    user('u1', null, 'Plant the beans.'),
    answer('a1', 'u1', {
      id: 'm1',
      block: { type: 'thinking', thinking: 'Beans.', signature: 'sig' },
      usage: usage(1),
    }),
    answer('a2', 'a1', { id: 'm1', block: text('I will.'), usage: usage(40) }),
    answer('a3', 'a2', { id: 'm1', block: call('t1'), usage: usage(7) }),
    user('u2', 'a3', result('t1', 'Exit code 3\nno spade', { is_error: true }), {
      toolUseResult: { stdout: 'x'.repeat(99) },
    }),
  ])
  expect(session.format).toBe('claude-code')
  expect(shown(session)).toEqual([
    'i1 user: Plant the beans.',
    'i2 assistant: reasoning',
    'i3 assistant: I will.',
    'i4 assistant: Bash({"command":"run t1"})',
    'i5 tool: = Exit code 3\nno spade',
  ])
  expect(session.items[4]).toMatchObject({ success: false, exit_code: 3 })
  expect(session.items[1]).toMatchObject({ encrypted_content: 'sig' })
  expect(session.usage).toEqual([{ contextTokens: 3_250, source: 'reported', lines: 4 }])
  expect(session.cwd).toBe('/home/olu/garden')
})

test('a rewound prompt is left out, parallel results are not, side chains are', async () => {
  const session = await importRecords([
    user('u1', null, 'Water the beans.'),
    user('u2', 'u1', 'No, the peas.'),
    answer('dead', 'u2', { id: 'm0', block: text('The peas.') }),
    answer('a1', 'u1', { id: 'm1', block: call('t1') }),
    user('r1', 'a1', result('t1', 'one')),
    answer('a2', 'a1', { id: 'm1', block: call('t2') }),
    record({
      uuid: 'n1',
      parentUuid: 'r1',
      type: 'attachment',
      attachment: { type: 'date_change', newDate: 'tomorrow' },
    }),
    user('r2', 'a2', result('t2', 'two')),
    answer('side', null, { id: 'm9', block: text('Elsewhere.') }, { isSidechain: true }),
    answer('a3', 'r2', { id: 'm2', block: text('Both.') }),
  ])
  expect(shown(session)).toEqual([
    'i1 user: Water the beans.',
    'i2 assistant: Bash({"command":"run t1"})',
    'i3 assistant: Bash({"command":"run t2"})',
    'i4 tool: = one',
    'i5 context: tomorrow',
    'i6 tool: = two',
    'i7 assistant: Both.',
  ])
})

test('a file of one side chain is that agent’s own session', async () => {
  const session = await importRecords([
    user('u1', null, 'Look for slugs.', { isSidechain: true, agentId: 'a9' }),
    answer('a1', 'u1', { id: 'm1', block: text('None.') }, { isSidechain: true }),
  ])
  expect(shown(session)).toEqual(['i1 user: Look for slugs.', 'i2 assistant: None.'])
})

test('a compaction is a view of its summary; what came before stays in the log', async () => {
  const session = await importRecords([
    user('u1', null, 'Plant the beans.'),
    answer('a1', 'u1', { id: 'm1', block: text('Planted.') }),
    record({
      uuid: 'b1',
      parentUuid: null,
      logicalParentUuid: 'a1',
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: { trigger: 'auto', preTokens: 155_000 },
    }),
    user('s1', 'b1', 'This session is being continued: beans.', {
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
    }),
    user('u2', 's1', 'Now the peas.'),
  ])
  expect(shown(session)).toEqual(['i1 user: Plant the beans.', 'i2 assistant: Planted.', 'i4 user: Now the peas.'])
  expect(views(session)).toEqual([['insert i3 summary: This session is being continued: beans.']])
  expect(session.lines[2]).toMatchObject({ payload: { trigger: 'built_in', strategy: 'full', tokens_before: 155_000 } })
})

test('a kept tail follows the summary, though it stands before it and the chain goes past the summary', async () => {
  const session = await importRecords([
    user('u1', null, 'Plant the beans.'),
    answer('a1', 'u1', { id: 'm1', block: text('Planted.') }),
    user('u2', 'a1', 'Good.'),
    record({
      uuid: 'b1',
      parentUuid: null,
      logicalParentUuid: 'u2',
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: {
        trigger: 'manual',
        preTokens: 9_000,
        postTokens: 800,
        preservedSegment: { headUuid: 'a1', anchorUuid: 's1', tailUuid: 'u2' },
      },
    }),
    user('s1', 'b1', 'The beans.', { isCompactSummary: true }),
    user('u3', 'u2', 'Now the peas.'),
  ])
  expect(views(session)).toEqual([['insert i4 summary: The beans.', 'keep i2…i3']])
  expect(shown(session).at(-1)).toBe('i5 user: Now the peas.')
})

test('a micro-compaction clears the results it names', async () => {
  const session = await importRecords([
    user('u1', null, 'Dig.'),
    answer('a1', 'u1', { id: 'm1', block: call('t1') }),
    user('r1', 'a1', result('t1', 'a long story')),
    record({
      uuid: 'b1',
      parentUuid: 'r1',
      type: 'system',
      subtype: 'microcompact_boundary',
      microcompactMetadata: { preTokens: 500, tokensSaved: 300, compactedToolIds: ['t1'], clearedAttachmentUUIDs: [] },
    }),
    answer('a2', 'b1', { id: 'm2', block: text('Dug.') }),
  ])
  expect(views(session)).toEqual([['keep i1…i2', 'clear i3']])
  expect(session.lines[3]).toMatchObject({ payload: { strategy: 'micro', tokens_before: 500, tokens_after: 200 } })
})

test('a summary that opens a file is context of an earlier session, not a word of the user', async () => {
  const session = await importRecords([
    user('s1', null, 'This session is being continued.', { isCompactSummary: true }),
    user('u1', 's1', 'Go on.'),
  ])
  expect(shown(session)).toEqual(['i1 summary: This session is being continued.', 'i2 user: Go on.'])
  expect(session.compactions).toBe(0)
})

test('the program’s own notices, commands and interrupts are not the user’s words', async () => {
  const session = await importRecords([
    user('u1', null, '<command-name>/clear</command-name>'),
    user('u2', 'u1', 'Caveat', { isMeta: true }),
    user('u3', 'u2', [text('[Request interrupted by user]')]),
    user('u4', 'u3', [text('<ide_opened_file>beans.ts</ide_opened_file>'), text('Rename it.')]),
    answer('a1', 'u4', { id: 'm1', block: text('API Error') }, { isApiErrorMessage: true }),
    record({ uuid: 'p1', parentUuid: 'a1', type: 'progress', data: { type: 'bash_progress' } }),
    user('u5', 'p1', 'Again.'),
  ])
  expect(shown(session)).toEqual([
    'i1 synthetic: <command-name>/clear</command-name>',
    'i2 context: Caveat',
    'i3 synthetic: [Request interrupted by user]',
    'i4 context: <ide_opened_file>beans.ts</ide_opened_file>',
    'i5 user: Rename it.',
    'i6 user: Again.',
  ])
})

test('a web export is one document of records without ids', async () => {
  const message = (role: string, content: string) => ({
    type: role,
    timestamp: envelope.timestamp,
    message: { role, content },
  })
  const session = await importRecords([{ loglines: [message('user', 'Hello.'), message('assistant', 'Hello, Olu.')] }])
  expect(shown(session)).toEqual(['i1 user: Hello.', 'i2 assistant: Hello, Olu.'])
})

test('a record whose parent is missing follows the one before it, and a circle ends', async () => {
  const session = await importRecords([
    user('u1', 'u1', 'One.'),
    user('u2', 'elsewhere', 'Two.'),
    answer('a1', 'u2', { id: 'm1', block: text('Three.') }),
  ])
  expect(shown(session)).toEqual(['i1 user: One.', 'i2 user: Two.', 'i3 assistant: Three.'])
})

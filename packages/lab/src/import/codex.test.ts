import { expect, test } from 'vitest'
import { importRecords, shown, views } from './testing/imported.ts'

const at = '2026-03-04T05:06:07.000Z'
const line = (type: string, payload: object) => ({ timestamp: at, type, payload })
const item = (payload: object) => line('response_item', payload)
const event = (payload: object) => line('event_msg', payload)
const said = (role: string, text: string) => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
})
const meta = line('session_meta', { id: 'thread-1', cwd: '/home/ines/shop', cli_version: '0.120.0', source: 'cli' })
const usage = (input: number, output: number, total: number) =>
  event({
    type: 'token_count',
    info: {
      last_token_usage: { input_tokens: input, output_tokens: output },
      total_token_usage: { total_tokens: total },
      model_context_window: 258_400,
    },
  })

test('generation A: bare lines, results in an envelope, no times', async () => {
  const session = await importRecords([
    { id: 'thread-0', timestamp: at, instructions: 'Be brief.' },
    { record_type: 'state' },
    { type: 'message', id: null, role: 'user', content: [{ type: 'input_text', text: '<environment_context>linux' }] },
    { type: 'message', id: null, role: 'user', content: [{ type: 'input_text', text: 'Count the tills.' }] },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: null },
    { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'call_a' },
    {
      type: 'function_call_output',
      call_id: 'call_a',
      output: '{"output":"till-1\\n","metadata":{"exit_code":2,"duration_seconds":0.1}}',
    },
    { record_type: 'state' },
  ])
  expect(session.format).toBe('codex')
  expect(shown(session)).toEqual([
    'i1 context: <environment_context>linux',
    'i2 user: Count the tills.',
    'i3 assistant: reasoning',
    'i4 assistant: shell({"command":["ls"]})',
    'i5 tool: = till-1\n',
  ])
  expect(session.items[4]).toMatchObject({ exit_code: 2, success: false })
  expect(session.notes).toEqual({ skipped: [], skippedCount: 0, torn: false, unknown: {}, shortened: 0, leftOut: 0 })
})

test('generation B: user turns are what events say, or what begins with no tag', async () => {
  const session = await importRecords([
    meta,
    item(said('user', '<user_instructions>\nBe brief.\n</user_instructions>')),
    item(said('user', '<b>Bold</b> in the receipt is broken')),
    event({ type: 'user_message', message: '<b>Bold</b> in the receipt is broken' }),
    item({ type: 'ghost_snapshot', ghost_commit: { id: 'abc' } }),
    item({ type: 'local_shell_call', call_id: 'c1', status: 'completed', action: { type: 'exec', command: ['ls'] } }),
    item({ type: 'function_call_output', call_id: 'c1', output: 'receipt.ts' }),
    item(said('assistant', 'Looking.')),
    item(said('user', '<turn_aborted>\nThe user interrupted.')),
  ])
  expect(shown(session)).toEqual([
    'i1 context: <user_instructions>\nBe brief.\n</user_instructions>',
    'i2 user: <b>Bold</b> in the receipt is broken',
    'i3 context: ghost_snapshot',
    'i4 assistant: local_shell_call',
    'i5 tool: = receipt.ts',
    'i6 assistant: Looking.',
    'i7 synthetic: <turn_aborted>\nThe user interrupted.',
  ])
  expect(session.cwd).toBe('/home/ines/shop')
})

test('generation C: exit codes from the head of a result and from events, usage written twice counts once', async () => {
  const session = await importRecords([
    meta,
    item(said('user', 'Fix the till.')),
    item({ type: 'function_call', name: 'shell_command', arguments: '{"command":"make"}', call_id: 'c1' }),
    event({ type: 'exec_command_end', call_id: 'c2', exit_code: 1 }),
    item({ type: 'function_call_output', call_id: 'c1', output: 'Exit code: 0\nWall time: 1 seconds\nOutput:\nok' }),
    item({ type: 'function_call', name: 'shell_command', arguments: null, call_id: 'c2' }),
    item({ type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'no rule' }] }),
    usage(1_000, 50, 1_050),
    usage(1_000, 50, 1_050),
    item({
      type: 'custom_tool_call',
      name: 'apply_patch',
      input: '*** Begin Patch',
      call_id: 'c3',
      status: 'completed',
    }),
    item({ type: 'custom_tool_call_output', call_id: 'c3', output: 'done' }),
    event({ type: 'patch_apply_end', call_id: 'c3', success: true }),
  ])
  expect(session.items.flatMap((each) => ('output' in each ? [[each.success, each.exit_code]] : []))).toEqual([
    [true, 0],
    [false, 1],
    [true, undefined],
  ])
  // The result that came after the answer was not part of the request.
  expect(session.usage).toEqual([{ contextTokens: 1_050, source: 'reported', lines: 4 }])
  expect(session.contextWindow).toBe(258_400)
})

test('generation D: resumes, world states, the script tool and images', async () => {
  const pixels = `data:image/png;base64,${'A'.repeat(4_000)}`
  const session = await importRecords([
    meta,
    meta,
    line('world_state', { full: true, state: {} }),
    item({ ...said('user', 'Look at this.'), id: 'msg_1' }),
    item({ type: 'message', role: 'user', content: [{ type: 'input_image', image_url: pixels }] }),
    item({ type: 'custom_tool_call', name: 'exec', input: 'await tools.exec_command({cmd:"ls"})', call_id: 'x1' }),
    item({
      type: 'custom_tool_call_output',
      call_id: 'x1',
      output: [{ type: 'input_text', text: 'Script completed\nWall time 0.1 seconds\nOutput:\n' }],
    }),
    item({
      type: 'agent_message',
      author: '/root/tests',
      recipient: '/root',
      content: [{ type: 'input_text', text: 'Green.' }],
    }),
    item({
      type: 'agent_message',
      author: '/root',
      recipient: '/root/tests',
      content: [{ type: 'encrypted_content' }],
    }),
    item({ type: 'tool_search_call', call_id: 's1', arguments: { query: 'till' } }),
    item({ type: 'tool_search_output', call_id: 's1', tools: [{ name: 'till' }] }),
    item({ type: 'hologram_call', beam: 1 }),
    line('inter_agent_communication_metadata', { trigger_turn: 't' }),
    line('weather', { sky: 'blue' }),
  ])
  expect(shown(session)).toEqual([
    'i1 user: Look at this.',
    'i2 user: ',
    'i3 assistant: exec(await tools.exec_command({cmd:"ls"}))',
    'i4 tool: = Script completed\nWall time 0.1 seconds\nOutput:\n',
    'i5 tool: [message from /root/tests to /root]\nGreen.',
    'i6 context: unknown',
    'i7 assistant: tool_search({"query":"till"})',
    'i8 tool: = [{"name":"till"}]',
    'i9 context: unknown',
  ])
  expect(JSON.stringify(session.items[1])).not.toContain('AAAA')
  expect(session.items[3]).toMatchObject({ success: true })
  expect(session.notes.unknown).toEqual({ hologram_call: 1, weather: 1 })
})

test('a compaction with a replacement keeps logged messages by id and inserts the rest', async () => {
  const opaque = { type: 'compaction', encrypted_content: 'c2VjcmV0' }
  const session = await importRecords([
    meta,
    item(said('developer', 'permissions')),
    item(said('user', 'Fix the till.')),
    item(said('assistant', 'Done.')),
    usage(9_000, 100, 9_100),
    line('compacted', {
      message: '',
      replacement_history: [said('user', 'Fix the till.'), said('developer', 'permissions, again'), opaque],
    }),
    event({ type: 'token_count', info: { last_token_usage: { input_tokens: 0, total_tokens: 700 } } }),
    item(said('user', 'And the drawer?')),
  ])
  expect(views(session)).toEqual([
    ['keep i2', 'insert i4 context: permissions, again', 'insert i5 summary: compaction'],
  ])
  expect(shown(session).at(-1)).toBe('i6 user: And the drawer?')
  expect(session.usage.at(-1)).toEqual({ contextTokens: 700, source: 'divisors', lines: 4 })
  expect(session.lines[3]).toMatchObject({ type: 'compacted', payload: { strategy: 'remote', tokens_before: 9_100 } })
})

test('an old compaction without a replacement is the initial context, the words of the user and the summary', async () => {
  const session = await importRecords([
    meta,
    item(said('user', '<environment_context>')),
    item(said('user', 'Fix the till.')),
    item(said('assistant', 'Done.')),
    item(said('user', 'Thanks.')),
    line('compacted', { message: 'The till was fixed.', replacement_history: null }),
  ])
  expect(views(session)).toEqual([['keep i1…i2', 'keep i4', 'insert i5 summary: The till was fixed.']])
})

test('the hand-made event forms of 0.50 to 0.53 give usage and nothing else', async () => {
  const session = await importRecords([
    meta,
    event({ type: 'turn.completed', message: 'ok' }),
    event({ type: 'codex/event/raw_item', payload: { kind: 'thinking' } }),
    event({ type: 'turn.completed', usage: { input_tokens: 980, output_tokens: 640 } }),
    event({ type: 'token_count', info: null }),
  ])
  expect(session.items).toEqual([])
  expect(session.usage).toEqual([{ contextTokens: 1_620, source: 'reported', lines: 0 }])
})

test('records from a line on are not seen', async () => {
  const records = [meta, item(said('user', 'One.')), item(said('user', 'Two.')), item(said('user', 'Three.'))]
  expect(shown(await importRecords(records, 3))).toEqual(['i1 user: One.'])
  const all = await importRecords(records)
  expect(all.items.map((each) => all.lineOf(each.meta.id))).toEqual([2, 3, 4])
})

/** A history with every kind of item, for the golden request bodies. */
import { BlobId, CallId, CompactionId, type HistoryItem } from '@rawr/protocol'
import { called, meta, result, said } from './sampling.ts'

const image = { type: 'input_image' as const, image_url: 'data:image/png;base64,AAAA' }

export const EVERY_ITEM: readonly HistoryItem[] = [
  {
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text: '<project_instructions path="AGENTS.md">\nBe kind.\n</project_instructions>' },
    ],
    meta: meta('context'),
  },
  {
    type: 'compact_boundary',
    compaction_id: CompactionId.parse('cp_1'),
    text: 'Earlier messages were compacted.',
    tokens_before: 42_000,
    meta: meta('boundary'),
  },
  {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text: '<summary>\nGoal: a harbour.\n</summary>' }],
    meta: meta('summary'),
  },
  { type: 'attachment', kind: 'plan', text: '<plan>\n- [ ] build\n</plan>', meta: meta('restored') },
  { type: 'compaction', encrypted_content: 'cmp+/==', meta: meta('summary') },
  {
    type: 'message',
    role: 'developer',
    content: [{ type: 'input_text', text: 'Imported note.' }],
    meta: meta('context'),
  },
  {
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text: 'What is on these? \ud83d' },
      image,
      {
        type: 'input_image',
        blob: { id: BlobId.parse('a'.repeat(64)), bytes: 3, media_type: 'image/jpeg' },
        detail: 'low',
      },
    ],
    meta: meta('user'),
  },
  // An answer that was cut off behind its reasoning.
  { type: 'reasoning', id: 'rs_0', summary: [], encrypted_content: 'lone', meta: meta('assistant') },
  said('user', 'Go on.'),
  {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'Look first.' }],
    content: [{ type: 'reasoning_text', text: 'raw' }],
    encrypted_content: 'gAAAA+/=\u00e9',
    meta: meta('assistant'),
  },
  said('assistant', 'Two looks.'),
  called('call_a', 'read', '{"path":"a"}'),
  called('call b', 'mcp.read', '{"path":'),
  { type: 'progress', text: '50 %', meta: meta('tool') },
  result('call_a', 'A'),
  {
    type: 'function_call_output',
    call_id: CallId.parse('call b'),
    output: [{ type: 'input_text', text: 'seen:' }, image],
    success: true,
    meta: meta('tool'),
  },
  { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Open thought.' }], meta: meta('assistant') },
  {
    type: 'custom_tool_call',
    name: 'apply_patch',
    input: '*** Begin Patch',
    call_id: CallId.parse('call_c'),
    meta: meta('assistant'),
  },
  { type: 'custom_tool_call_output', call_id: CallId.parse('call_c'), output: 'Done', meta: meta('tool') },
  {
    type: 'local_shell_call',
    call_id: CallId.parse('call_d'),
    action: { type: 'exec', command: ['ls', '-l'] },
    meta: meta('assistant'),
  },
  result('call_d', ''),
  { type: 'web_search_call', action: { type: 'search', query: 'tides' }, meta: meta('assistant') },
  { type: 'ghost_snapshot', ghost_commit: { id: 'abc' }, meta: meta('context') },
  { type: 'unknown', value: { type: 'from_the_future' }, meta: meta('assistant') },
  said('assistant', 'Done.'),
  said('user', 'Thanks. Next?'),
]

import { expect, test } from 'vitest'
import { attachmentDrafts } from './claude-attachment.ts'

const file = { type: 'attachment', kind: 'file', path: 'a.ts', text: 'code' }
const rows: readonly [string, Record<string, unknown>, readonly object[]][] = [
  ['a file', { type: 'file', filename: 'a.ts', content: { file: { content: 'code' } } }, [file]],
  ['a memory file', { type: 'nested_memory', path: 'a.ts', content: { content: 'code' } }, [file]],
  ['an edited file', { type: 'edited_text_file', filename: 'a.ts', snippet: 'code' }, [file]],
  ['a file without text', { type: 'file', filename: 'a.ts' }, []],
  [
    'todos',
    { type: 'todo_reminder', content: [{ step: 1 }] },
    [{ type: 'attachment', kind: 'todo', text: '[{"step":1}]' }],
  ],
  ['no todos', { type: 'task_reminder', content: [] }, []],
  ['a hook at the start', { type: 'hook_success', hookEvent: 'SessionStart', content: 'hi' }, [{ type: 'message' }]],
  ['a hook at another time', { type: 'hook_success', hookEvent: 'PostToolUse', content: 'hi' }, []],
  [
    'tool lists',
    { type: 'deferred_tools_delta', addedLines: ['a', 'b'] },
    [{ content: [{ type: 'input_text', text: 'a\nb' }] }],
  ],
  [
    'skills',
    { type: 'invoked_skills', skills: [{ content: 'how' }, {}] },
    [{ content: [{ type: 'input_text', text: 'how' }] }],
  ],
  ['what nobody knows', { type: 'hologram', text: 'hi' }, []],
]

test.each(rows)('%s', (_name, attachment, drafts) => {
  expect(attachmentDrafts(attachment).map(({ draft }) => draft)).toMatchObject(drafts)
})

test('what the user typed while the model was busy is the user’s', () => {
  const origin = (commandMode: string) =>
    attachmentDrafts({ type: 'queued_command', prompt: 'And?', commandMode })[0]?.origin
  expect([origin('prompt'), origin('task-notification')]).toEqual(['user', 'context'])
})

import { CallId, isToolCall } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { call, type Draft, numbered, patch } from '../testing/items.ts'
import { type ToolUse, toolUses } from './tool-use.ts'

const check = (name: string, draft: Draft, expected: readonly ToolUse[]) =>
  it(name, () => {
    const [item] = numbered([draft])
    expect(item !== undefined && isToolCall(item) && toolUses(item)).toEqual(expected)
  })

const custom = (name: string, input: string): Draft => ({
  type: 'custom_tool_call',
  name,
  input,
  call_id: CallId.parse('1'),
  origin: 'assistant',
})

describe('what a call does', () => {
  check('read', call('1', 'read', { path: 'a.ts' }), [{ kind: 'read', path: 'a.ts', range: undefined }])
  check('Read with a range', call('1', 'Read', { file_path: 'a.ts', offset: 10, limit: 5 }), [
    { kind: 'read', path: 'a.ts', range: '10-14' },
  ])
  check('Edit', call('1', 'Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }), [
    { kind: 'edit', path: 'a.ts', added: 'y' },
  ])
  check('MultiEdit', call('1', 'MultiEdit', { file_path: 'a.ts', edits: [{ new_string: 'y' }, { new_string: 'z' }] }), [
    { kind: 'edit', path: 'a.ts', added: 'y\nz' },
  ])
  check('Write', call('1', 'Write', { file_path: 'a.ts', content: 'x' }), [
    { kind: 'create', path: 'a.ts', added: 'x' },
  ])
  check('apply_patch as free text', patch('1', '*** Update File: a.ts\n+y'), [
    { kind: 'edit', path: 'a.ts', added: 'y' },
  ])
  check('apply_patch as a function', call('1', 'apply_patch', { patch: '*** Delete File: a.ts' }), [
    { kind: 'delete', path: 'a.ts' },
  ])
  check('Bash', call('1', 'Bash', { command: 'npm test' }), [{ kind: 'command', command: 'npm test' }])
  check('shell with an argv', call('1', 'shell', { command: ['bash', '-lc', 'npm test'] }), [
    { kind: 'command', command: 'npm test' },
  ])
  check('exec_command', call('1', 'exec_command', { cmd: 'ls -l' }), [{ kind: 'command', command: 'ls -l' }])
  check(
    'a patch given to the shell',
    call('1', 'shell', { command: "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.ts\n+x\nEOF" }),
    [{ kind: 'create', path: 'a.ts', added: 'x' }],
  )
  check(
    'a script that runs commands',
    custom('exec', 'const r = await tools.exec_command({cmd:"cat \\"a b\\".ts","workdir":"/x"}); text(r)'),
    [{ kind: 'command', command: 'cat "a b".ts' }],
  )
  check(
    'a script that writes a patch',
    custom(
      'exec',
      'const patch = "*** Begin Patch\\n*** Update File: a.ts\\n+say \\"x\\"\\n*** End Patch"; tools.apply_patch(patch)',
    ),
    [{ kind: 'edit', path: 'a.ts', added: 'say "x"' }],
  )
  check('a script that does neither', custom('exec', 'text(1)\nmore'), [])
  check('another custom tool', custom('draw', 'a circle\nand more'), [{ kind: 'other', label: 'draw a circle' }])
  check(
    'update_plan',
    call('1', 'update_plan', {
      plan: [
        { step: 'a', status: 'completed' },
        { step: 'b', status: 'odd' },
      ],
    }),
    [
      {
        kind: 'plan',
        steps: [
          { step: 'a', status: 'completed' },
          { step: 'b', status: 'pending' },
        ],
      },
    ],
  )
  check('TodoWrite', call('1', 'TodoWrite', { todos: [{ content: 'a', status: 'in_progress' }] }), [
    { kind: 'plan', steps: [{ step: 'a', status: 'in_progress' }] },
  ])
  check('TaskUpdate', call('1', 'TaskUpdate', { taskId: '2', status: 'completed' }), [
    { kind: 'plan_step', id: '2', step: '', status: 'completed' },
  ])
  check('anything else by its name', call('1', 'Grep', { pattern: 'readNext' }), [
    { kind: 'other', label: 'Grep readNext' },
  ])
  check(
    'a local shell call',
    {
      type: 'local_shell_call',
      call_id: CallId.parse('1'),
      action: { type: 'exec', command: ['ls', '-l'] },
      origin: 'assistant',
    },
    [{ kind: 'command', command: 'ls -l' }],
  )

  it('nothing, where the arguments are no JSON', () => {
    const [item] = numbered([
      {
        type: 'function_call',
        name: 'read',
        arguments: '{"path": "a',
        call_id: CallId.parse('1'),
        origin: 'assistant',
      },
    ])
    expect(item !== undefined && isToolCall(item) && toolUses(item)).toEqual([])
  })
})

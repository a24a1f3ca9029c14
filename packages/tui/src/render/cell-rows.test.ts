import { expect, test } from 'vitest'
import type { Cell } from '../store/cell.ts'
import { report, textOf } from '../testing/screens.ts'
import { rowWidth } from '../text/wrap.ts'
import { cellRows } from './cell-rows.ts'

const text = (cell: Cell, columns = 60, reasoningOpen = false) =>
  textOf(cellRows(cell, { columns, reasoningOpen })).trim()
const exec: Extract<Cell, { kind: 'exec' }> = {
  kind: 'exec',
  command: 'npm test',
  exitCode: 0,
  timedOut: false,
  goesOnAs: null,
  output: 'Exit code: 0\nOutput:\nok 1\nok 2',
  durationMs: 812,
}

test('a command is folded: what went well from its beginning, what went wrong from its end', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n')
  expect(text(exec)).toBe('✔ npm test · exit 0 · 0.8 s\n  │ ok 1\n  │ ok 2')
  expect(text({ ...exec, output: lines })).toBe(
    '✔ npm test · exit 0 · 0.8 s\n  │ line 0\n  │ line 1\n  │ line 2\n  │ … 27 more lines',
  )
  expect(text({ ...exec, exitCode: 1, output: lines })).toMatch(
    /^✘ .*exit 1.*\n {2}│ … 22 more lines\n.*line 22\n(?:.*\n)*.*line 29$/,
  )
  expect(text({ ...exec, exitCode: null, timedOut: true, output: '' })).toBe('✘ npm test · timed out · 0.8 s')
})

test('what runs on in the background has not failed, and its end is told where it is read', () => {
  const output = '"server" is running.\nOutput since the last look:\nlistening'
  expect(text({ ...exec, exitCode: null, goesOnAs: 'server', output })).toBe(
    '▸ npm test · runs on as server\n  │ listening',
  )
  const read: Cell = {
    kind: 'tool',
    tool: 'background',
    summary: 'read server',
    success: false,
    outcome: 'exit 3',
    durationMs: 400,
  }
  expect(text(read)).toBe('✘ background read server · exit 3 · 0.4 s')
})

test('no text of a tool, a model or a file name reaches the terminal as a control sequence', () => {
  const evil = '\u001b]52;c;aGk=\u0007\u001b[2J\u001b[31mred\u009b2J\u0007'
  const cells: readonly Cell[] = [
    { ...exec, command: evil, output: evil },
    { kind: 'agent', text: evil, isFirst: true, fence: null },
    { kind: 'agent', text: evil, isFirst: false, fence: { mark: '```', language: 'ts' } },
    { kind: 'user', text: evil, origin: 'user' },
    { kind: 'reasoning', text: evil },
    { kind: 'tool', tool: evil, summary: evil, success: false, outcome: evil, durationMs: 1 },
    { kind: 'patch', paths: [evil], cwd: '/', success: false, message: evil, patch: evil },
    { kind: 'plan', steps: [{ step: evil, status: 'pending' }], explanation: evil },
    { kind: 'approval', command: evil, decision: 'denied' },
    { kind: 'mark', number: 1, report: { ...report, reason: evil }, message: evil },
    { kind: 'notice', tone: 'bad', text: evil },
    { kind: 'table', title: evil, rows: [{ label: evil, value: evil }] },
    { kind: 'thread', model: evil, cwd: evil, threadId: evil, resumed: true },
  ]
  for (const cell of cells)
    for (const open of [true, false]) expect(text(cell, 60, open), cell.kind).not.toMatch(/(?!\n)\p{Cc}/u)
})

test('a patch is its diff with a count, and its path counts from the folder of the thread', () => {
  const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n+more\n*** End Patch'
  expect(text({ kind: 'patch', paths: ['/p/a.ts'], cwd: '/p', success: true, message: '', patch })).toBe(
    '✔ edit a.ts · +2 −1\n  │ *** Update File: a.ts\n  │ @@\n  │ -old\n  │ +new\n  │ +more',
  )
})

test('reasoning is folded to one row until it is opened', () => {
  const cell: Cell = { kind: 'reasoning', text: '**Looking**\nfirst\nsecond' }
  expect(text(cell)).toBe('∴ Looking (3 lines)')
  expect(text(cell, 60, true)).toContain('second')
})

test('a mark tells before, after, kept, cleared, archived and by whom', () => {
  expect(text({ kind: 'mark', number: 2, report, message: '' }, 100)).toBe(
    '◆ Compaction 2: ~42k → ~11k tokens\n  kept 12 (1 pinned) · cleared 3 · archived 98 · headroom ~20k · extractive · by the watcher\n  Nothing is lost: /uncompact shows the originals again.',
  )
})

test('nothing is wider than the screen', () => {
  const long = `${'word '.repeat(40)}${'x'.repeat(200)}${'日本語'.repeat(30)}`
  const cells: readonly Cell[] = [
    { ...exec, command: long, output: long },
    { kind: 'agent', text: `- ${long}\n\`\`\`\n${long}`, isFirst: true, fence: null },
    { kind: 'user', text: long, origin: 'user' },
    { kind: 'table', title: long, rows: [{ label: long, value: long, bar: 0.5 }] },
    { kind: 'mark', number: 1, report, message: long },
    { kind: 'thread', model: long, cwd: long, threadId: long, resumed: false },
  ]
  for (const columns of [20, 40, 80, 200])
    for (const cell of cells)
      for (const each of cellRows(cell, { columns, reasoningOpen: true }))
        expect(rowWidth(each)).toBeLessThanOrEqual(columns)
})

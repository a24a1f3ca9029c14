import { ok, type Result } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { type PatchSection, parsePatch } from './parse-patch.ts'

const patch = (...lines: string[]): Result<readonly PatchSection[], string> =>
  parsePatch(['*** Begin Patch', ...lines, '*** End Patch'].join('\n'))

const keep = (text: string) => ({ kind: 'keep', text }) as const
const drop = (text: string) => ({ kind: 'drop', text }) as const
const add = (text: string) => ({ kind: 'add', text }) as const

test('a file is added, deleted, updated and moved', () => {
  expect(
    patch(
      '*** Add File: docs/new file.md',
      '+# Title',
      '+',
      '*** Delete File: old.txt',
      '*** Update File: a.ts',
      '*** Move to: b.ts',
      '@@ class Ledger',
      '@@   add(',
      ' before',
      '-old',
      '+new',
      '*** End of File',
    ),
  ).toEqual(
    ok([
      { kind: 'add', path: 'docs/new file.md', lines: ['# Title', ''] },
      { kind: 'delete', path: 'old.txt' },
      {
        kind: 'update',
        path: 'a.ts',
        moveTo: 'b.ts',
        hunks: [{ headers: ['class Ledger', 'add('], lines: [keep('before'), drop('old'), add('new')], atEnd: true }],
      },
    ]),
  )
})

const hunksOf = (...lines: string[]): unknown => {
  const sections = patch('*** Update File: a.ts', ...lines)
  if (!sections.ok) return sections.error
  const [section] = sections.value
  return section?.kind === 'update' ? section.hunks : section
}

test('hunks are split at each @@, and the first needs none', () => {
  expect(hunksOf('-a', '+b', '@@', '-c')).toEqual([
    { headers: [], lines: [drop('a'), add('b')], atEnd: false },
    { headers: [], lines: [drop('c')], atEnd: false },
  ])
})

test('a bare empty line is context inside a hunk and layout at its end', () => {
  expect(hunksOf('@@', ' a', '', '-b', '')).toEqual([
    { headers: [], lines: [keep('a'), keep(''), drop('b')], atEnd: false },
  ])
  expect(hunksOf('@@', '-a', '', '@@', '-b', '', '')).toEqual([
    { headers: [], lines: [drop('a')], atEnd: false },
    { headers: [], lines: [drop('b')], atEnd: false },
  ])
})

test('the numbers of a unified header are left out, the text behind them is a header', () => {
  const lines = [drop('a')]
  expect(hunksOf('@@ -1,4 +1,5 @@', '-a')).toEqual([{ headers: [], lines, atEnd: false }])
  expect(hunksOf('@@ -1 +1,5 @@ def greet():', '-a')).toEqual([{ headers: ['def greet():'], lines, atEnd: false }])
  expect(hunksOf('@@ def greet(): @@', '-a')).toEqual([{ headers: ['def greet():'], lines, atEnd: false }])
})

test('git’s note of a missing newline is passed over', () => {
  expect(hunksOf('-a', '\\ No newline at end of file', '+b', '\\ No newline at end of file')).toEqual([
    { headers: [], lines: [drop('a'), add('b')], atEnd: false },
  ])
})

test('a fault names the line of the patch', () => {
  const rows: readonly [readonly string[], string][] = [
    [[], 'the patch changes no file'],
    [['hello'], 'line 2 of the patch, "hello": expected *** Add File:, *** Delete File: or *** Update File:'],
    [['*** Add File: a', '+x', 'y'], 'line 4 of the patch, "y": in a new file (a) each line begins with +'],
    [['*** Update File: a'], 'line 3 of the patch, "": the update of a has no hunk'],
    [
      ['*** Update File: a', '@@', 'no sign'],
      'line 4 of the patch, "no sign": a line of a hunk begins with a space, + or -',
    ],
    [['*** Update File: a', '@@ x', '@@'], 'line 5 of the patch, "": the hunk before this line is empty'],
  ]
  for (const [lines, error] of rows) expect(patch(...lines)).toEqual({ ok: false, error })
})

test('a moved file needs no hunk', () => {
  expect(patch('*** Update File: a', '*** Move to: b')).toEqual(
    ok([{ kind: 'update', path: 'a', moveTo: 'b', hunks: [] }]),
  )
})

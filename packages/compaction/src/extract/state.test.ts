import { describe, expect, it } from 'vitest'
import { ledgerOf } from '../ledger/ledger.ts'
import { call, type Draft, historyWith, id, result, user } from '../testing/items.ts'
import { commonRoot, fillState, stateSections } from './state.ts'
import { lineTokens, renderLine } from './summary-line.ts'

const stateOf = (drafts: readonly Draft[], tokens = 2_000) =>
  fillState(stateSections(ledgerOf(historyWith(drafts)), { isFolded: true }), tokens).map(renderLine)

const edit = (callId: string, path: string): readonly Draft[] => [
  call(callId, 'Edit', { file_path: path, new_string: 'function readNext() {}' }),
  result(callId, 'ok'),
]

describe('the state of the work', () => {
  it('is short lines with their sources, most important first', () => {
    expect(
      stateOf([
        user('see ENT-7'),
        call('p', 'update_plan', {
          plan: [
            { step: 'read', status: 'completed' },
            { step: 'write', status: 'in_progress' },
          ],
        }),
        result('p', 'ok'),
        ...edit('1', '/home/ada/app/src/a.ts'),
        ...edit('2', '/home/ada/app/src/a.ts'),
        call('3', 'read', { path: '/home/ada/app/src/b.ts', offset: 1, limit: 40 }),
        result('3', 'x'),
        call('4', 'shell', { command: 'npm test' }),
        result('4', 'error: 2 failed', 1),
      ]),
    ).toEqual([
      'plan: [x] read, [>] write [i2]',
      'paths are under /home/ada/app/src/',
      'changed: a.ts ×2 [i6]',
      'open error: npm test → error: 2 failed [i11]',
      'ran: `npm test` → failed 1 [i11]',
      'read: b.ts 1-40 [i8]',
      'defines in a.ts: readNext [i6]',
      'refs: ENT-7 [i1]',
    ])
  })

  it('tells resolved errors and errors that were only not seen again from open ones', () => {
    const run = (callId: string, command: string, exitCode: number): readonly Draft[] => [
      call(callId, 'shell', { command }),
      result(callId, `error in ${command}`, exitCode),
    ]
    expect(
      stateOf([
        ...run('1', 'npm test a', 1),
        ...run('2', 'npm test a', 0),
        ...run('3', 'npm lint b', 1),
        ...run('4', 'npm lint c', 0),
      ]).filter((line) => line.includes('→ error')),
    ).toEqual([
      'earlier error: npm lint b → error in npm lint b [i6]',
      'resolved: npm test a → error in npm test a [i2 i4]',
    ])
  })

  it('tells finished stretches of the work in a line', () => {
    const drafts = [
      call('1', 'shell', { command: 'git commit -m "Split the lexer"' }),
      result('1', '[main 1a2b3c4] Split the lexer', 0),
    ]
    expect(stateOf(drafts, 4_000)).toContain('finished: committed: Split the lexer [i1]')
  })

  it('names small files with what they define on one line', () => {
    expect(stateOf([...edit('1', '/app/src/a.ts'), ...edit('2', '/app/src/b.ts')])).toContain(
      'defines in b.ts: readNext; a.ts: readNext [i3 i1]',
    )
  })

  it('stays within its budget, and points to the required facts that do not fit', () => {
    const drafts = Array.from({ length: 200 }, (_, index) => edit(`c${index}`, `src/deep/module_${index}.ts`)).flat()
    const lines = fillState(stateSections(ledgerOf(historyWith(drafts)), { isFolded: true }), 300)
    expect(lines.reduce((sum, line) => sum + lineTokens(line), 0)).toBeLessThanOrEqual(300)
    expect(lines.map(({ text }) => text)).toContain('more changed files')
    expect(new Set(lines.flatMap(({ ids }) => ids)).size).toBe(200)
  })

  it('is nothing for a history without events', () => {
    expect(stateOf([user('hello')])).toEqual([])
  })
})

describe('the root of paths', () => {
  const check = (name: string, paths: readonly string[], expected: string) =>
    it(name, () => {
      expect(commonRoot(paths)).toBe(expected)
    })
  check('is the one that saves most', ['/a/b/c/x.ts', '/a/b/c/y.ts', '/a/b/z.ts', '/tmp/q'], '/a/b/')
  check(
    'is none that leaves many paths whole for a few letters of others',
    ['/home/a/src/x/1.ts', '/home/a/src/x/2.ts', '/home/a/src/x/3.ts', '/home/a/src/4.ts', '/home/a/src/5.ts'],
    '/home/a/src/',
  )
  check('is none for relative paths', ['a/b', 'a/c'], '')
  check('is none for one file', ['/a/b.ts'], '')

  it('an id is not needed where there is no fact', () => {
    expect(fillState([{ name: 'x', share: 1, isRequired: true, lines: [{ text: 'x', ids: [id('i1')] }] }], 0)).toEqual([
      { text: 'more x', ids: ['i1'] },
    ])
  })
})

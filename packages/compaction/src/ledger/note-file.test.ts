import { describe, expect, it } from 'vitest'
import { call, type Draft, historyWith, patch, result } from '../testing/items.ts'
import type { FileFact, Ledger } from './facts.ts'
import { ledgerOf } from './ledger.ts'

const read = (drafts: readonly Draft[]): Ledger => ledgerOf(historyWith(drafts))
const file = (ledger: Ledger, path: string): Partial<FileFact> => {
  const { symbols: _, ...fact } = ledger.files.get(path) ?? { symbols: new Set() }
  return fact
}

describe('files in the ledger', () => {
  it('counts edits and reads, newest last', () => {
    const ledger = read([
      call('1', 'read', { path: 'src/a.ts' }),
      result('1', 'x'),
      call('2', 'Edit', { file_path: 'src/a.ts', new_string: 'export const maxDepth = 1' }),
      result('2', 'ok'),
      patch('3', '*** Update File: src/a.ts\n+class Lexer {}'),
      result('3', 'ok'),
    ])
    expect(file(ledger, 'src/a.ts')).toMatchObject({
      edits: 2,
      reads: 1,
      created: false,
      lastRead: 'i1',
      lastEdit: 'i5',
    })
    expect([...(ledger.files.get('src/a.ts')?.symbols ?? [])]).toEqual(['maxDepth', 'Lexer'])
  })

  it('knows what was created, deleted and moved', () => {
    const ledger = read([
      call('1', 'Write', { file_path: 'a.md', content: '' }),
      result('1', 'ok'),
      call('2', 'shell', { command: 'git mv old.ts src/new.ts && rm a.md' }),
      result('2', '', 0),
    ])
    expect(file(ledger, 'a.md')).toMatchObject({ created: true, deleted: true })
    expect(file(ledger, 'old.ts')).toMatchObject({ movedTo: 'src/new.ts', lastEdit: 'i3' })
    expect(file(ledger, 'src/new.ts')).toMatchObject({ lastEdit: 'i3' })
  })

  it('believes nothing of a call that failed or has no result', () => {
    const ledger = read([
      call('1', 'Edit', { file_path: 'a.ts', new_string: 'x' }),
      result('1', 'not found', 1),
      call('2', 'shell', { command: 'rm b.ts' }),
      result('2', 'denied', 1),
      call('3', 'Write', { file_path: 'c.ts', content: 'x' }),
    ])
    expect([...ledger.files.keys()]).toEqual([])
  })

  it('takes a relative and a full path for one file where only one can be meant', () => {
    const ledger = read([
      call('1', 'Edit', { file_path: 'src/a.ts', new_string: 'x' }),
      result('1', 'ok'),
      call('2', 'Edit', { file_path: '/home/ada/app/src/a.ts', new_string: 'y' }),
      result('2', 'ok'),
      call('3', 'read', { path: './src/a.ts' }),
      result('3', 'x'),
    ])
    expect([...ledger.files.keys()]).toEqual(['/home/ada/app/src/a.ts'])
    expect(file(ledger, '/home/ada/app/src/a.ts')).toMatchObject({ edits: 2, reads: 1 })
  })

  it('forgets a move when the file is there again', () => {
    const ledger = read([
      call('1', 'shell', { command: 'git mv src/a.ts src/b.ts' }),
      result('1', '', 0),
      call('2', 'Write', { file_path: 'src/a.ts', content: '' }),
      result('2', 'ok'),
    ])
    expect(file(ledger, 'src/a.ts')).toMatchObject({ movedTo: null, edits: 1 })
  })
})

import { describe, expect, it } from 'vitest'
import { ledgerOf } from './ledger/ledger.ts'
import { call, historyWith, id, result, user } from './testing/items.ts'
import { missingFacts } from './verify.ts'

const ledger = ledgerOf(
  historyWith([
    user('do it'),
    call('1', 'Edit', { file_path: 'src/a.ts', new_string: 'x' }),
    result('1', 'ok'),
    call('2', 'shell', { command: 'npm test' }),
    result('2', 'error: boom', 1),
    call('3', 'update_plan', { plan: [{ step: 'a', status: 'pending' }] }),
    result('3', 'ok'),
  ]),
)

const missing = (text: string, ids: readonly string[], shown: readonly number[] = []) =>
  missingFacts({
    ledger,
    text,
    sources: [{ line: 1, ids: ids.map(id) }],
    isShown: (position) => shown.includes(position),
  }).map(({ what, id: one }) => `${what} ${one}`)

describe('verification', () => {
  it('misses every order, changed file, open error and plan in an empty text', () => {
    expect(missing('', [])).toEqual(['order i1', 'changed_file i2', 'open_error i5', 'plan i6'])
  })

  it('is content with pointers', () => {
    expect(missing('', ['i1', 'i2', 'i5', 'i6'])).toEqual([])
  })

  it('is content with the words themselves, and with the items in view', () => {
    expect(missing('changed src/a.ts; error: boom', [], [0, 5])).toEqual([])
  })

  it('finds a path that was damaged', () => {
    expect(missing('changed src/b.ts; error: boom', [], [0, 5])).toEqual(['changed_file i2'])
  })
})

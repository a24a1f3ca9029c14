import { describe, expect, it } from 'vitest'
import { call, type Draft, numbered, result } from '../testing/items.ts'
import { ReadViews } from './superseded-reads.ts'

const read = (callId: string, fields: object): readonly Draft[] => [call(callId, 'Read', fields), result(callId, 'x')]

const check = (name: string, drafts: readonly Draft[], expected: readonly number[]) =>
  it(name, () => {
    const views = new ReadViews()
    numbered(drafts).forEach((item, position) => {
      views.note(item, position)
    })
    expect([...views.superseded()]).toEqual(expected)
  })

describe('superseded reads', () => {
  check(
    'are the older views of the same file',
    [...read('1', { file_path: 'a' }), ...read('2', { file_path: 'a' }), ...read('3', { file_path: 'a' })],
    [1, 3],
  )
  check(
    'are not views of other files or ranges',
    [...read('1', { file_path: 'a' }), ...read('2', { file_path: 'b' }), ...read('3', { file_path: 'a', offset: 9 })],
    [],
  )
  check(
    'need a newer result, not only a newer call',
    [...read('1', { file_path: 'a' }), call('2', 'Read', { file_path: 'a' })],
    [],
  )
})

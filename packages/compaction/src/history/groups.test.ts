import { describe, expect, it } from 'vitest'
import { call, type Draft, numbered, result, say, think, user } from '../testing/items.ts'
import { groupsOf, legalCuts } from './groups.ts'

const check = (name: string, drafts: readonly Draft[], cuts: readonly number[]) =>
  it(name, () => {
    expect(legalCuts(numbered(drafts))).toEqual(cuts)
  })

describe('legal cuts', () => {
  check('an empty list has one', [], [0])
  check('lie between messages', [user('a'), say('b')], [0, 1, 2])
  check(
    'never lie between a call and its result',
    [user('a'), call('1', 'x', {}), result('1', 'r'), say('b')],
    [0, 1, 3, 4],
  )
  check(
    'never lie inside a parallel batch',
    [call('1', 'x', {}), call('2', 'x', {}), result('1', 'r'), result('2', 'r')],
    [0, 4],
  )
  check(
    'may lie between batches',
    [call('1', 'x', {}), result('1', 'r'), call('2', 'x', {}), result('2', 'r')],
    [0, 2, 4],
  )
  check('never lie between reasoning and its call', [think('t'), call('1', 'x', {}), result('1', 'r')], [0, 3])
  check('are not forbidden by a call that has no result', [call('1', 'x', {}), say('b')], [0, 1, 2])
  check('do not reach back from a result without a call', [say('a'), result('9', 'r'), say('b')], [0, 1, 2, 3])

  it('split the whole list into groups', () => {
    const items = numbered([user('a'), call('1', 'x', {}), result('1', 'r')])
    expect(groupsOf(items)).toEqual([
      { start: 0, end: 1 },
      { start: 1, end: 3 },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { call, type Draft, historyWith, id, result, say, think, user, withPins } from '../testing/items.ts'
import { idAt, prepare } from './prepared.ts'

const isOpen = (drafts: readonly Draft[], midTurn = false): boolean =>
  prepare(historyWith(drafts), { midTurn }).isLiveOpen

describe('what a compaction starts from', () => {
  it('the newest message of the user is the live request', () => {
    expect(prepare(historyWith([user('a'), say('b'), user('c'), say('d')]), { midTurn: false })).toMatchObject({
      words: [0, 2],
      live: 2,
    })
    expect(prepare(historyWith([say('b')]), { midTurn: false })).toMatchObject({ words: [], live: null })
  })

  it('it is open in a running turn, and where the agent did not have the last word', () => {
    expect(isOpen([user('a'), say('b')])).toBe(false)
    expect(isOpen([user('a'), say('b'), think('c')])).toBe(false)
    expect(isOpen([user('a'), say('b')], true)).toBe(true)
    expect(isOpen([user('a')])).toBe(true)
    expect(isOpen([user('a'), call('1', 'x', {}), result('1', 'r')])).toBe(true)
  })

  it('pinned positions come as whole groups', () => {
    const history = withPins(historyWith([user('a'), call('1', 'x', {}), result('1', 'r')]), [
      { kind: 'item', first: id('i3'), last: id('i3') },
    ])
    expect(prepare(history, { midTurn: true }).pinned).toEqual([1, 2])
  })

  it('an unknown position fails at once', () => {
    expect(() => idAt([], 3)).toThrow('no item at position 3')
  })
})

import { describe, expect, it } from 'vitest'
import { context, type Draft, numbered, say, user } from '../testing/items.ts'
import { asidePositions, firstItemOfLastTurns, isUserWords } from './turns.ts'

const check = (
  name: string,
  { drafts, turns }: { readonly drafts: readonly Draft[]; readonly turns: number },
  index: number,
) =>
  it(name, () => {
    expect(firstItemOfLastTurns(numbered(drafts), turns)).toBe(index)
  })

describe('turns', () => {
  const two = [user('a', 't1'), say('b'), user('c', 't2'), say('d')]
  check('the last turn begins with its user message', { drafts: two, turns: 1 }, 2)
  check('more turns than there are means everything', { drafts: two, turns: 9 }, 0)
  check('no turns means nothing', { drafts: two, turns: 0 }, 4)
  check(
    'a second message in the same turn does not begin one',
    { drafts: [user('a', 't1'), user('b', 't1')], turns: 1 },
    0,
  )
  check(
    'what the program put in front of the words belongs to the turn',
    { drafts: [user('a', 't1'), { ...context('now'), turn: 't2' }, user('b', 't2')], turns: 1 },
    1,
  )
  check('without turn ids each message of the user is one', { drafts: [user('a'), user('b')], turns: 1 }, 1)

  it('only the user has words of the user', () => {
    expect(numbered([user('a'), context('b'), say('c')]).map(isUserWords)).toEqual([true, false, false])
  })
})

it('a turn that only served a compaction is aside, whole, and no other', () => {
  const items = numbered([
    user('Fix it.', 't1'),
    { ...say('Fixed.'), turn: 't1' },
    { ...user('Write the packet.', 't2'), origin: 'synthetic' },
    { ...say('Goal: it.'), origin: 'packet', turn: 't2' },
    user('Go on.', 't3'),
  ])
  expect([...asidePositions(items)]).toEqual([2, 3])
  expect(asidePositions(items.slice(0, 2)).size).toBe(0)
})

import type { Pin } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { groupsOf } from './history/groups.ts'
import { allItems } from './history/history.ts'
import { ledgerOf } from './ledger/ledger.ts'
import { pinnedFacts, pinnedPositions, weighPins } from './pins.ts'
import { call, historyWith, id, idsFrom, result, say, user, withPins } from './testing/items.ts'

const history = historyWith([user('a'), call('1', 'read', { path: 'src/a.ts' }), result('1', 'x'), say('b')])

const check = (name: string, pins: Pin[], expected: readonly number[]) =>
  it(name, () => {
    const pinned = withPins(history, pins)
    expect(pinnedPositions({ history: pinned, groups: groupsOf(allItems(pinned)), ledger: ledgerOf(pinned) })).toEqual(
      expected,
    )
  })

describe('pins', () => {
  check('hold nothing where there are none', [], [])
  check('hold an item', [{ kind: 'item', first: id('i4'), last: id('i4') }], [3])
  check('hold a range', [{ kind: 'item', first: id('i1'), last: id('i4') }], [0, 1, 2, 3])
  check('hold the call of a pinned result', [{ kind: 'item', first: id('i3'), last: id('i3') }], [1, 2])
  check('hold the newest view of a file', [{ kind: 'file', path: 'src/a.ts' }], [1, 2])
  check(
    'hold nothing that is not there',
    [
      { kind: 'item', first: id('i9'), last: id('i9') },
      { kind: 'file', path: 'src/z.ts' },
    ],
    [],
  )

  it('facts are items of their own, fenced', () => {
    const pinned = withPins(history, [{ kind: 'fact', text: 'The port is 4100.' }])
    expect(pinnedFacts(pinned, { itemIds: idsFrom('s'), at: 5 })).toEqual([
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: '<pinned>\nThe port is 4100.\n</pinned>' }],
        meta: { id: 's1', at: 5, origin: 'pin' },
      },
    ])
  })

  it('facts that speak of our own tags stay as they are, byte for byte', () => {
    const text = 'Close each <packet> with </packet>, and </pinned> with care.'
    const pinned = withPins(history, [{ kind: 'fact', text }])
    const [item] = pinnedFacts(pinned, { itemIds: idsFrom('s'), at: 5 })
    expect(item).toMatchObject({ content: [{ type: 'input_text', text: `<pinned_2>\n${text}\n</pinned_2>` }] })
  })

  it('are weighed one by one, and an item in two of them once in the whole', () => {
    const pinned = withPins(history, [
      { kind: 'item', first: id('i3'), last: id('i3') },
      { kind: 'file', path: 'src/a.ts' },
      { kind: 'fact', text: 'The port is 4100.' },
    ])
    const { pins, tokens } = weighPins(pinned)
    const [item = 0, file = 0, fact = 0] = pins.map((each) => each.tokens)
    expect(item).toBeGreaterThan(0)
    expect(file).toBe(item)
    expect(fact).toBeGreaterThan(0)
    expect(tokens).toBe(item + fact)
  })
})

import { describe, expect, it } from 'vitest'
import { numbered, say } from '../testing/items.ts'
import { keepEntries } from './entries.ts'

describe('the entries of what stays', () => {
  const items = numbered([say('a'), say('b'), say('c'), say('d')])
  const open = (position: number) => ({ position, handled: false })
  const handled = (position: number) => ({ position, handled: true })

  it('join neighbours and part where something is missing', () => {
    expect(keepEntries([open(0), open(1), open(3)], items)).toEqual([
      { kind: 'keep', first: 'i1', last: 'i2' },
      { kind: 'keep', first: 'i4', last: 'i4' },
    ])
  })

  it('part where the handled ones end', () => {
    expect(keepEntries([handled(0), handled(1), open(2)], items)).toEqual([
      { kind: 'keep', first: 'i1', last: 'i2', handled: true },
      { kind: 'keep', first: 'i3', last: 'i3' },
    ])
  })

  it('fail at once on a position that is none', () => {
    expect(() => keepEntries([open(9)], items)).toThrow('no item at position 9')
  })
})

import { describe, expect, it } from 'vitest'
import { planCompaction } from '../plan.ts'
import { historyWith, idsFrom, numbered, planInput, say, user, withCompaction } from '../testing/items.ts'
import { anchorHash, changedUnder } from './anchor.ts'

describe('the anchor', () => {
  const items = numbered([user('a'), say('b')])
  const [first, second] = items

  it('is a sha-256 that depends on ids, contents and order', () => {
    expect(anchorHash(items)).toMatch(/^[0-9a-f]{64}$/)
    expect(anchorHash([second!, first!])).not.toBe(anchorHash(items))
    expect(anchorHash(numbered([user('a'), say('c')]))).not.toBe(anchorHash(items))
  })

  it('does not depend on what is only known about an item', () => {
    const counted = items.map((item) => ({ ...item, meta: { ...item.meta, tokens: 7 } }))
    expect(anchorHash(counted)).toBe(anchorHash(items))
  })

  it('is the known value for nothing', () => {
    expect(anchorHash([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })
})

describe('a log under a compaction', () => {
  const drafts = (last: string) => [
    user('first'),
    ...Array.from({ length: 30 }, () => say('word '.repeat(80))),
    say(last),
  ]
  const compacted = (of: string, onto: string) => {
    const history = historyWith(drafts(of))
    const plan = planCompaction(planInput(history, 4_000, { options: { budget: 1_000 }, itemIds: idsFrom('v') }))
    if (!plan.ok) throw new Error(plan.error.message)
    return changedUnder(withCompaction(historyWith(drafts(onto)), plan.value.entry))
  }

  it('is the one it was made from', () => {
    expect(compacted('last', 'last')).toEqual([])
  })

  it('is another one, and the compaction is named', () => {
    expect(compacted('last', 'lost')).toEqual(['c1'])
  })

  it('may have its keys in another order', () => {
    const items = numbered([user('a')])
    expect(anchorHash(items.map((item) => Object.fromEntries(Object.entries(item).reverse()) as typeof item))).toBe(
      anchorHash(items),
    )
  })
})

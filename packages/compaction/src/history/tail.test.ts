import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call, numbered, result, say, user } from '../testing/items.ts'
import { session } from '../testing/random-session.ts'
import { DEFAULT_RATES, estimateItem } from '../tokens/estimate.ts'
import { groupsOf, legalCuts } from './groups.ts'
import { chooseTail } from './tail.ts'

const tailOf = (drafts: Parameters<typeof numbered>[0], tokens: number, maxItems = 1_000, newestTokens = 0) => {
  const items = numbered(drafts)
  return chooseTail({
    items,
    groups: groupsOf(items),
    isPaid: () => false,
    tokens,
    newestTokens,
    maxItems,
    rates: DEFAULT_RATES,
  })
}

describe('the tail', () => {
  it('is never shorter for a bigger budget, and begins at a legal cut', () => {
    fc.assert(
      fc.property(session({ turnsMax: 8 }), fc.nat(4_000), fc.nat(4_000), (drafts, tokens, more) => {
        const small = tailOf(drafts, tokens)
        const large = tailOf(drafts, tokens + more)
        expect(large.start).toBeLessThanOrEqual(small.start)
        expect(legalCuts(numbered(drafts))).toContain(small.start)
      }),
      { numRuns: 100 },
    )
  })

  it('costs no more than its budget', () => {
    fc.assert(
      fc.property(session({ turnsMax: 8 }), fc.nat(4_000), (drafts, tokens) => {
        const { start, trimmed } = tailOf(drafts, tokens)
        const cost = numbered(drafts)
          .slice(start)
          .reduce((sum, item, offset) => {
            const text = trimmed.get(start + offset)
            return (
              sum + (text === undefined ? estimateItem(item) : estimateItem({ ...item, output: text } as typeof item))
            )
          }, 0)
        expect(cost).toBeLessThanOrEqual(tokens + 5 * trimmed.size)
      }),
      { numRuns: 100 },
    )
  })

  it('keeps a large result with its middle left out, and says where the whole is', () => {
    const output = Array.from({ length: 2_000 }, (_, index) => `line ${index} of the listing`).join('\n')
    const { start, trimmed } = tailOf(
      [user('list it'), call('a', 'shell', { command: 'ls -R' }), result('a', output)],
      900,
    )
    expect(start).toBe(0)
    expect(trimmed.get(2)).toMatch(/^\[i3, \d+ tokens, middle left out\]\nline 0 of the listing\n/)
    expect(trimmed.get(2)).toContain('line 1999 of the listing')
  })

  it('has room for the newest group where the rest of the tail has none', () => {
    const drafts = [say('word '.repeat(100)), say('word '.repeat(100))]
    expect(tailOf(drafts, 50).start).toBe(2)
    expect(tailOf(drafts, 50, 1_000, 150)).toMatchObject({ start: 1, tokens: 109 })
    expect(tailOf(drafts, 50, 1_000, 90).start).toBe(2)
  })

  it('shows start and end of the newest results where no more of them fits, and nothing before them', () => {
    const output = Array.from({ length: 2_000 }, (_, index) => `line ${index} of the listing`).join('\n')
    const drafts = [user('list it'), say('ok'), call('a', 'shell', { command: 'ls -R' }), result('a', output)]
    expect(tailOf(drafts, 50).start).toBe(4)
    const { start, tokens, trimmed } = tailOf(drafts, 50, 1_000, 300)
    expect([start, tokens <= 300]).toEqual([2, true])
    expect(trimmed.get(3)).toMatch(/^\[i4, \d+ tokens, middle left out\]\nline 0 of the listing\n/)
    expect(trimmed.get(3)).toContain('line 1999 of the listing')
  })

  it('rounds the number of items outward to whole groups', () => {
    const drafts = [
      say('one'),
      call('a', 'read', { path: 'a.ts' }),
      call('b', 'read', { path: 'b.ts' }),
      result('a', 'A'),
      result('b', 'B'),
    ]
    expect(tailOf(drafts, 10_000, 2).start).toBe(1)
    expect(tailOf(drafts, 10_000, 5).start).toBe(0)
  })
})

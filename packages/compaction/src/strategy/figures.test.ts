import { contextUsage } from '@rawr/policy'
import { describe, expect, it } from 'vitest'
import { visibleItems, visibleTokens } from '../history/history.ts'
import { renderContext } from '../render-context.ts'
import { context, historyWith, planInput, say, user } from '../testing/items.ts'
import { estimateItem } from '../tokens/estimate.ts'
import { afterTokens, floorAfter, scaleOf } from './figures.ts'

const history = historyWith([context('Be careful.'), user('a b c d'), say('word '.repeat(200))])
const items = visibleItems(history)
const seen = visibleTokens(history)

const fixed = estimateItem(items[0]!)
const body = seen - fixed

/** Used tokens before; the same view again; and a view of nothing but the instructions. */
const figures = ({ used, floor }: { readonly used: number; readonly floor: number }) => {
  const usage = contextUsage({ usedTokens: used, floorTokens: floor, windowTokens: 100_000, source: 'reported' })
  const input = planInput(history, used, { usage })
  const scale = scaleOf(input, items)
  return {
    before: scale.before,
    same: afterTokens(scale, { input, items }),
    least: afterTokens(scale, { input, items: items.slice(0, 1) }),
  }
}

describe('figures of a compaction', () => {
  it('are our own count where nobody reported', () => {
    expect(figures({ used: 0, floor: 0 })).toEqual({ before: seen, same: seen, least: fixed })
  })

  it('keep the floor, of which the instructions are a part', () => {
    const used = 5_000 + seen
    expect(figures({ used, floor: 5_000 + fixed })).toEqual({ before: used, same: used, least: 5_000 + fixed })
  })

  it('follow the provider’s tokenizer in what shrinks', () => {
    const used = fixed + 2 * body
    expect(figures({ used, floor: fixed })).toEqual({ before: used, same: used, least: fixed })
  })

  it('take for overhead what no tokenizer explains', () => {
    const used = fixed + 10 * body
    expect(figures({ used, floor: fixed })).toEqual({ before: used, same: used, least: fixed + 6 * body })
  })

  it('know what the floor will be where the instructions are stated shorter', () => {
    const usage = contextUsage({ usedTokens: seen, floorTokens: fixed, windowTokens: 100_000, source: 'divisors' })
    const input = planInput(history, seen, { usage })
    const shorter = visibleItems(historyWith([context('Care.')]))
    expect(floorAfter(scaleOf(input, items), { input, items: shorter })).toBe(estimateItem(shorter[0]!))
    expect(floorAfter(scaleOf(input, items), { input, items })).toBe(fixed)
  })

  it('count exactly where they can, static instructions by estimate', () => {
    const input = planInput(history, 0, { count: (text) => text.length })
    expect(scaleOf(input, items).before).toBe(fixed + renderContext(items).length)
  })
})

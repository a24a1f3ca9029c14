import { contextUsage } from '@rawr/policy'
import { describe, expect, it } from 'vitest'
import { visibleItems, visibleTokens } from '../history/history.ts'
import { context, historyWith, planInput, say, user } from '../testing/items.ts'
import { afterTokens, scaleOf } from './figures.ts'

const history = historyWith([context('Be careful.'), user('a b c d'), say('word '.repeat(200))])
const items = visibleItems(history)
const seen = visibleTokens(history)

const figures = ({ used, floor }: { readonly used: number; readonly floor: number }) => {
  const usage = contextUsage({ usedTokens: used, floorTokens: floor, windowTokens: 100_000, source: 'reported' })
  const input = planInput(history, used, { usage })
  const scale = scaleOf(input, items)
  return { before: scale.before, same: afterTokens(scale, items, input), nothing: afterTokens(scale, [], input) }
}

describe('figures of a compaction', () => {
  it('are our own count where nobody reported', () => {
    expect(figures({ used: 0, floor: 0 })).toEqual({ before: seen, same: seen, nothing: 0 })
  })

  it('keep the floor, whatever the view', () => {
    expect(figures({ used: seen + 5_000, floor: 5_000 })).toEqual({
      before: seen + 5_000,
      same: seen + 5_000,
      nothing: 5_000,
    })
  })

  it('follow the provider’s tokenizer', () => {
    expect(figures({ used: 2 * seen, floor: 0 })).toEqual({ before: 2 * seen, same: 2 * seen, nothing: 0 })
  })

  it('take for overhead what no tokenizer explains', () => {
    expect(figures({ used: 10 * seen, floor: 0 })).toEqual({ before: 10 * seen, same: 10 * seen, nothing: 6 * seen })
  })

  it('count exactly where they can, static instructions by estimate', () => {
    const input = planInput(history, 0, { count: (text) => text.length })
    expect(scaleOf(input, items).before).toBeGreaterThan('word '.length * 200)
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Candidates } from './candidates.ts'

const scores = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 })

const drained = (candidates: Candidates): readonly number[] => {
  const order: number[] = []
  for (let index = candidates.pop(); index !== -1; index = candidates.pop()) order.push(index)
  return order
}

const sorted = (list: readonly number[]): readonly number[] =>
  [...list.keys()].sort((a, b) => (list[b] ?? 0) - (list[a] ?? 0) || b - a)

const offered = (list: readonly number[]): Candidates => {
  const candidates = new Candidates(list.length)
  list.forEach((score, index) => {
    candidates.offer(index, score)
  })
  candidates.order()
  return candidates
}

it('come by score, and of equal ones the later first', () => {
  fc.assert(
    fc.property(scores, (list) => {
      expect(drained(offered(list))).toEqual(sorted(list))
    }),
  )
})

it('put back with a lower score come where that belongs', () => {
  fc.assert(
    fc.property(scores, fc.integer({ min: 0, max: 9 }), (list, lower) => {
      const candidates = offered(list)
      const first = candidates.pop()
      if (first === -1) return
      const after = list.with(first, lower)
      const isFirst = sorted(after)[0] === first
      expect(candidates.isBeforeTop(first, lower)).toBe(isFirst)
      candidates.putBack(first, lower)
      expect(drained(candidates)).toEqual(sorted(after))
    }),
  )
})

it('go many at once, and the others stay in order', () => {
  fc.assert(
    fc.property(scores, fc.integer({ min: 0, max: 9 }), (list, least) => {
      const candidates = offered(list)
      candidates.dropMany((index) => (list[index] ?? 0) < least)
      expect(drained(candidates)).toEqual(sorted(list).filter((index) => (list[index] ?? 0) >= least))
    }),
  )
})

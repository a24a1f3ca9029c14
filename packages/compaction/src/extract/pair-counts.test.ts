import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newPairCounts } from './pair-counts.ts'

it('counts as a map does, in the order pairs were first met', () => {
  const number = fc.integer({ min: 0, max: 60 })
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { maxLength: 3_000 }), (pairs) => {
      const counts = newPairCounts(10)
      const expected = new Map<string, number>()
      for (const [a, b] of pairs) {
        counts.add(a, b)
        const name = `${Math.min(a, b)} ${Math.max(a, b)}`
        expected.set(name, (expected.get(name) ?? 0) + 1)
      }
      const found: [string, number][] = []
      counts.forEach((a, b, times) => {
        found.push([`${a} ${b}`, times])
      })
      expect(found).toEqual([...expected])
    }),
    { numRuns: 30 },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 })

/** The length of the longest common subsequence, by the book. */
const common = (a: readonly string[], b: readonly string[]): number => {
  let row = Array.from({ length: b.length + 1 }, () => 0)
  for (const left of a) {
    const next = [0]
    for (const [j, right] of b.entries())
      next.push(left === right ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}

test('both texts can be read back from a diff, and no shorter one exists', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = lineDiff(before, after)
      const side = (mark: string) => diff.filter((change) => change.mark !== mark).map(({ line }) => line)
      expect(side('+')).toEqual(before)
      expect(side('-')).toEqual(after)
      expect(diff.filter(({ mark }) => mark === ' ')).toHaveLength(common(before, after))
    }),
    { numRuns: 1_000 },
  )
})

test('texts that differ too much are replaced whole', () => {
  const many = (prefix: string) => Array.from({ length: 3_000 }, (_, n) => `${prefix}${n}`)
  const diff = lineDiff(['same', ...many('a')], ['same', ...many('b')])
  expect([diff[0], diff[1], diff.at(-1)]).toEqual([
    { mark: ' ', line: 'same' },
    { mark: '-', line: 'a0' },
    { mark: '+', line: 'b2999' },
  ])
})

import { expect, test } from 'vitest'
import { countsOf, kappa, readLabels, wilson } from './judge.ts'

test('a label names a record and what two readers saw in it', () => {
  const [label] = readLabels('# file line …\nrecall/a.jsonl\t12\t1\t0\t0\t1\t0\t1\tsays it is merged\n')
  expect(label).toEqual({
    file: 'recall/a.jsonl',
    line: 12,
    first: new Set(['agent_done']),
    second: new Set(['agent_done', 'concluding_thought']),
    reason: 'says it is merged',
  })
  expect(() => readLabels('recall/a.jsonl\t12\t1\t0\t2\t1\t0\t1\tx')).toThrow('not a label')
})

test('hits, what was said and what was wanted', () => {
  const pairs = [
    { said: true, wanted: true },
    { said: true, wanted: false },
    { said: false, wanted: true },
    { said: false, wanted: false },
  ]
  expect(countsOf(pairs)).toEqual({ hits: 1, found: 2, wanted: 2, n: 4 })
})

test("Wilson's interval of 37 of 40 is the published one, and of nothing there is none", () => {
  expect(wilson(37, 40)).toEqual([expect.closeTo(0.801, 3), expect.closeTo(0.974, 3)])
  expect(wilson(0, 0)).toBeNull()
})

test('readers who agree beyond chance have a kappa above zero', () => {
  const pairs = (list: string) => list.split(' ').map((pair) => ({ a: pair[0] === '1', b: pair[1] === '1' }))
  expect(kappa(pairs('11 11 00 00'))).toBe(1)
  expect(kappa(pairs('10 01 11 00'))).toBe(0)
})

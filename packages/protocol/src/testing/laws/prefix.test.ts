import { expect, test } from 'vitest'
import { breachText } from './breach.ts'
import { readLog } from './log-reading.ts'
import { checkPrefix } from './prefix.ts'
import { answer, began, type Draft, keep, logOf, words, writes } from './testing/lines.ts'

const drafts: readonly Draft[] = [
  began,
  words('i1', 'Paint the quay.'),
  answer('i2', 'Which?'),
  words('i3', 'Both.'),
  writes('k1', { entries: [keep('i3')], through: 'i3' }),
  answer('i4', 'Painted.'),
]
const lines = logOf(...drafts)

const seenAt = (after: number) => ({ after, items: readLog(lines.slice(0, after)).visible() })
const breaches = (...requests: Parameters<typeof checkPrefix>[1][number][]) =>
  checkPrefix(lines, requests).map(breachText)

test('prefix: requests that only grow, and one after a compaction, keep the law', () => {
  expect(breaches(seenAt(2), seenAt(3), seenAt(4), seenAt(5), seenAt(6))).toEqual([])
})

test('prefix: an item that is gone or other than before is found, except beside the turn', () => {
  const [first, second] = [seenAt(3), seenAt(4)]
  const without = { ...second, items: second.items.slice(1) }
  expect(breaches(first, without)).toEqual(['prefix request 1, item 0: message i1 of the request before is not there'])
  expect(breaches(first, { ...without, isBeside: true }, second)).toEqual([])
  expect(breaches(second, { ...second, items: second.items.slice(0, 2) })).toEqual([
    'prefix request 1, item 2: message i3 of the request before is not there',
  ])
})

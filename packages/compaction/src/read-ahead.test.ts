import type { HistoryItem } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { itemsRead } from './extract/line-index.ts'
import { appendItem, applyLine, emptyHistory, type History, visibleTokens } from './history/history.ts'
import { planCompaction } from './plan.ts'
import { readAhead } from './read-ahead.ts'
import { call, type Draft, historyWith, id, line, numbered, planInput, result, say, user } from './testing/items.ts'
import { session } from './testing/random-session.ts'

const plan = (history: History) =>
  planCompaction(planInput(history, Math.max(20_000, visibleTokens(history)), { options: { budget: 900 } }))

const arrived = (items: readonly HistoryItem[]): History =>
  items.reduce((history, item) => {
    const next = appendItem(history, item)
    readAhead(next)
    return next
  }, emptyHistory)

it('changes nothing of a plan', () => {
  const drafts = [
    user('Moor it.'),
    ...Array.from({ length: 40 }, (_, n) => say(`Berth${n} of src/quay.ts is free. `.repeat(20))),
  ]
  expect(plan(arrived(numbered(drafts)))).toEqual(plan(historyWith(drafts)))
  readAhead(emptyHistory)
})

it('leaves a long past that was loaded at once to the first plan, and reads on from there', () => {
  const drafts = [user('Moor it.'), ...Array.from({ length: 400 }, (_, n) => say(`Berth${n} is free. `.repeat(200)))]
  const loaded = historyWith(drafts)
  readAhead(loaded)
  expect(itemsRead(loaded)).toBe(0)
  const [last] = numbered([say('And that was all.')])
  if (last === undefined) throw new Error('no item')
  expect(plan(loaded)).toEqual(plan(historyWith(drafts)))
  const grown = appendItem(loaded, { ...last, meta: { ...last.meta, id: id('last') } })
  readAhead(grown)
  expect(itemsRead(grown)).toBe(grown.length)
})

/** What a log may also hold: a result in front of its call, an id used twice, the same file read again and again. */
const odd: readonly Draft[] = [
  result('odd', 'const berthNine = tie(quay_9)'),
  call('odd', 'read', { path: 'src/odd.ts' }),
  call('odd', 'read', { path: 'src/other.ts' }),
  result('odd', 'const berthTen = tie(quay_10)'),
  ...Array.from({ length: 3 }, (_, turn) => [
    call(`again${turn}`, 'read', { path: 'src/quay.ts' }),
    result(`again${turn}`, `const berth = tie(quay_9)\nconst tide_${turn} = 9`),
  ]).flat(),
]

it('item by item gives the bytes that reading everything at the end gives, also after a rollback', () => {
  fc.assert(
    fc.property(session({ turnsMax: 5 }), fc.boolean(), (drafts, isOdd) => {
      const items = numbered(isOdd ? [...drafts, ...odd] : drafts)
      const fresh = (): readonly HistoryItem[] => JSON.parse(JSON.stringify(items))
      const grown = arrived(fresh())
      expect(JSON.stringify(plan(grown))).toBe(JSON.stringify(plan(fresh().reduce(appendItem, emptyHistory))))
      const back = line({ type: 'rollback', payload: { turns: 1 } })
      const more = numbered([say('Now src/tide.ts is next because tide_9 is high.')]).map((item) => ({
        ...item,
        meta: { ...item.meta, id: id('later') },
      }))
      const rolled = more.reduce(appendItem, applyLine(grown, back))
      readAhead(rolled)
      const scratch = more.reduce(appendItem, applyLine(fresh().reduce(appendItem, emptyHistory), back))
      expect(JSON.stringify(plan(rolled))).toBe(JSON.stringify(plan(scratch)))
    }),
    { numRuns: 12 },
  )
})

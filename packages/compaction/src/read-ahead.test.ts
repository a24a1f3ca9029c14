import { expect, it } from 'vitest'
import { appendItem, emptyHistory, visibleTokens } from './history/history.ts'
import { planCompaction } from './plan.ts'
import { readAhead } from './read-ahead.ts'
import { historyWith, numbered, planInput, say, user } from './testing/items.ts'

it('changes nothing of a plan', () => {
  const drafts = [
    user('Moor it.'),
    ...Array.from({ length: 40 }, (_, n) => say(`Berth${n} of src/quay.ts is free. `.repeat(20))),
  ]
  const plain = historyWith(drafts)
  const read = numbered(drafts).reduce((history, item) => {
    const next = appendItem(history, item)
    readAhead(next)
    return next
  }, emptyHistory)
  const plan = (history: typeof plain) => planCompaction(planInput(history, visibleTokens(history)))
  expect(plan(read)).toEqual(plan(plain))
  readAhead(emptyHistory)
})

/** Fifty items that came while a draft was prepared, by what anybody who uses the package can call. */
import { expect, it } from 'vitest'
import { applyLine, type History } from './history/history.ts'
import {
  type CompactionPlan,
  isUntouched,
  itemCount,
  planCompaction,
  splicePlan,
  visibleItems,
  visibleTokens,
} from './index.ts'
import { call, type Draft, historyWith, line, planInput, result, say } from './testing/items.ts'
import { grown, mooredPast } from './testing/moored-session.ts'

/** So many calls with their results. */
const rounds = (count: number): readonly Draft[] =>
  Array.from({ length: count }, (_, step) => [
    call(`l${step}`, 'read', { path: 'src/quay.ts' }),
    result(`l${step}`, `berth ${step} is free`),
  ]).flat()

const input = (history: History) => planInput(history, visibleTokens(history), { options: { budget: 2_000 } })

const draftOf = (history: History): CompactionPlan => {
  const plan = planCompaction(input(history))
  if (!plan.ok) throw new Error(plan.error.message)
  return plan.value
}

it('all outside its range: the draft is spliced, and all fifty follow it as they are', () => {
  const drawnOn = historyWith([...mooredPast, say('Moored.')])
  const plan = draftOf(drawnOn)
  const now = grown(drawnOn, rounds(25))
  expect(isUntouched(drawnOn, now)).toBe(true)
  const spliced = splicePlan({ plan, drawnOn, input: input(now) })
  if (spliced?.ok !== true) throw new Error('not spliced')
  const view = visibleItems(applyLine(now, line({ type: 'compacted', payload: spliced.value.entry })))
  const before = visibleItems(now)
  expect(view.slice(-50)).toEqual(before.slice(-50))
  expect(view.length).toBeLessThan(before.length)
  expect(spliced.value.report.reason).toContain('50 items came')
})

it('the first of them the result of a call inside its range: the draft is refused', () => {
  const drawnOn = historyWith([...mooredPast, call('open', 'read', { path: 'x' })])
  const plan = draftOf(drawnOn)
  const now = grown(drawnOn, [result('open', 'x'), ...rounds(24), say('Moored.')])
  expect(itemCount(now) - itemCount(drawnOn)).toBe(50)
  expect(isUntouched(drawnOn, now)).toBe(false)
  expect(splicePlan({ plan, drawnOn, input: input(now) })).toBeNull()
})

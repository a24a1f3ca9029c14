/** Fifty items that came while a draft was prepared, by what anybody who uses the package can call. */
import { ItemId } from '@rawr/protocol'
import { expect, it } from 'vitest'
import { appendItem, applyLine, type History } from './history/history.ts'
import {
  type CompactionPlan,
  isUntouched,
  itemCount,
  planCompaction,
  splicePlan,
  visibleItems,
  visibleTokens,
} from './index.ts'
import { call, type Draft, historyWith, line, numbered, planInput, result, say, user } from './testing/items.ts'

const rows = (step: number): string =>
  Array.from({ length: 60 }, (_, row) => `src/quay-${step}.ts:${row}: moor(berth${step}_${row})`).join('\n')

const past: readonly Draft[] = [
  user('Moor it.'),
  ...Array.from({ length: 20 }, (_, step) => [
    call(`c${step}`, 'read', { path: `q${step}` }),
    result(`c${step}`, rows(step)),
  ]).flat(),
]

/** So many calls with their results. */
const rounds = (count: number): readonly Draft[] =>
  Array.from({ length: count }, (_, step) => [
    call(`l${step}`, 'read', { path: 'src/quay.ts' }),
    result(`l${step}`, `berth ${step} is free`),
  ]).flat()

const behind = (history: History, drafts: readonly Draft[]): History =>
  numbered(drafts)
    .map((item, index) => ({ ...item, meta: { ...item.meta, id: ItemId.parse(`later${index}`) } }))
    .reduce(appendItem, history)

const input = (history: History) => planInput(history, visibleTokens(history), { options: { budget: 2_000 } })

const draftOf = (history: History): CompactionPlan => {
  const plan = planCompaction(input(history))
  if (!plan.ok) throw new Error(plan.error.message)
  return plan.value
}

it('all outside its range: the draft is spliced, and all fifty follow it as they are', () => {
  const drawnOn = historyWith([...past, say('Moored.')])
  const plan = draftOf(drawnOn)
  const now = behind(drawnOn, rounds(25))
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
  const drawnOn = historyWith([...past, call('open', 'read', { path: 'x' })])
  const plan = draftOf(drawnOn)
  const now = behind(drawnOn, [result('open', 'x'), ...rounds(24), say('Moored.')])
  expect(itemCount(now) - itemCount(drawnOn)).toBe(50)
  expect(isUntouched(drawnOn, now)).toBe(false)
  expect(splicePlan({ plan, drawnOn, input: input(now) })).toBeNull()
})

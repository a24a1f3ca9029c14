import { contextUsage } from '@rawr/policy'
import { DEFAULT_SETTINGS, type Result } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { appendItem, type History, itemCount, visibleItems, visibleTokens } from '../history/history.ts'
import type { CompactionPlan, PlanInput, PlanRefusal } from '../plan-input.ts'
import {
  call,
  context,
  type Draft,
  historyWith,
  id,
  numbered,
  planInput,
  result,
  say,
  user,
  withCompaction,
  withPins,
} from '../testing/items.ts'
import { planExtractive } from './extractive.ts'

const turn = (index: number): readonly Draft[] => [
  user(`Do step ${index} of the plan.`, `t${index}`),
  call(`r${index}`, 'read', { path: `src/part_${index}.ts` }),
  result(
    `r${index}`,
    Array.from({ length: 80 }, (_, row) => `export const value_${index}_${row} = readNext(${row})`).join('\n'),
  ),
  call(`e${index}`, 'Edit', { file_path: `src/part_${index}.ts`, new_string: `export const value_${index} = 1` }),
  result(`e${index}`, 'ok'),
  say(`Step ${index} is done.`),
]

const session = (turns: number): History =>
  historyWith([context('Be careful.'), ...Array.from({ length: turns }, (_, index) => turn(index)).flat()])

const planned = (outcome: Result<CompactionPlan, PlanRefusal>): CompactionPlan => {
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

const inWindow = (windowTokens: number, usedTokens: number, floorTokens = 0) => ({
  usage: contextUsage({ usedTokens, floorTokens, windowTokens, source: 'divisors' }),
})

const plan = (history: History, changes: Partial<PlanInput> = {}) =>
  planExtractive(planInput(history, visibleTokens(history), changes))

describe('the extractive strategy', () => {
  it('keeps the view within its budget and every changed file in it', () => {
    const history = session(40)
    const { report, preview, missing, entry } = planned(plan(history))
    expect(report.tokens_after).toBeLessThan(8_400)
    expect(missing).toEqual([])
    for (let index = 0; index < 36; index += 1) expect(preview).toContain(`src/part_${index}.ts`)
    expect(visibleTokens(withCompaction(history, entry))).toBe(report.tokens_after)
  })

  it('says that there is no gain where there is little', () => {
    expect(plan(session(1))).toMatchObject({ ok: false, error: { reason: 'no_gain' } })
    const history = session(40)
    const after = withCompaction(history, planned(plan(history)).entry)
    expect(plan(after)).toMatchObject({ ok: false, error: { reason: 'no_gain' } })
  })

  it('compacts again when more was done, from the whole log', () => {
    const first = session(40)
    const compacted = withCompaction(first, planned(plan(first)).entry)
    const more = numbered([
      ...Array.from({ length: 41 * 6 + 1 }, () => say('')),
      ...Array.from({ length: 30 }, (_, index) => turn(100 + index)).flat(),
    ])
      .slice(41 * 6 + 1)
      .map((item) => ({ ...item, meta: { ...item.meta, id: id(`n${item.meta.id}`) } }))
    const grown = more.reduce(appendItem, compacted)
    const second = planned(plan(grown))
    expect(second.preview).toContain('src/part_0.ts')
    expect(second.preview).toContain('src/part_120.ts')
    expect(second.report.kept + second.report.cleared + second.report.archived).toBe(itemCount(grown))
    expect(
      visibleItems(withCompaction(grown, second.entry)).filter((item) => item.meta.origin === 'summary'),
    ).toHaveLength(1)
  })

  it('leaves the headroom that a small window needs', () => {
    const history = session(20)
    const { report } = planned(plan(history, { ...inWindow(8_192, 7_000), thresholdTokens: 6_000 }))
    expect(report.headroom).toBeGreaterThanOrEqual(819)
    expect(report.tokens_after).toBeLessThanOrEqual(Math.floor(7_168 * 0.4))
  })

  it('goes down the ladder, and says which steps it took', () => {
    const history = session(20)
    const tight = planned(
      plan(history, { ...inWindow(100_000, 30_000), thresholdTokens: 14_000, options: { budget: 7_000 } }),
    )
    expect(tight.report.reason ?? '').toContain('shorter tail')
    expect(tight.report.headroom).toBeGreaterThanOrEqual(10_000)
  })

  it('refuses when instructions and a live request hold the room, and says so', () => {
    const history = historyWith([...turn(1), ...turn(2), user('word '.repeat(3_000))])
    const refused = plan(history, { ...inWindow(8_192, 7_000, 3_000) })
    expect(refused).toMatchObject({ ok: false, error: { reason: 'rejected' } })
    expect(!refused.ok && refused.error.held_by?.map(({ what }) => what)).toEqual([
      'the live request',
      'instructions and tool schemas',
    ])
  })

  it('gives a large live request more room than the default budget, but not more than was asked for', () => {
    const history = appendItem(session(40), {
      ...numbered([user('word '.repeat(9_000))])[0]!,
      meta: { id: id('live'), at: 0, origin: 'user' },
    })
    expect(planned(plan(history)).report.tokens_after).toBeGreaterThan(9_000)
    expect(plan(history, { options: { budget: 5_000 } })).toMatchObject({ ok: false, error: { reason: 'rejected' } })
    const settings = { ...DEFAULT_SETTINGS.compact, budget_tokens: 5_000 }
    expect(plan(history, { settings })).toMatchObject({ ok: false, error: { reason: 'rejected' } })
    expect(planned(plan(history, { options: { budget: 5_000 }, mayCutLiveRequest: true })).liveRequestCut).toBe(true)
  })

  it('keeps pins through any number of compactions', () => {
    const history = withPins(session(40), [
      { kind: 'item', first: id('i7'), last: id('i7') },
      { kind: 'fact', text: 'The port is 4100.' },
    ])
    const { report, entry } = planned(plan(history))
    const seen = visibleItems(withCompaction(history, entry))
    expect(report.pinned).toBe(1)
    expect(seen.filter((item) => item.meta.id === id('i7'))).toHaveLength(1)
    expect(seen.filter((item) => item.meta.origin === 'pin')).toHaveLength(1)
  })

  it('refuses when the pins alone are too large, with the list', () => {
    const history = withPins(session(40), [{ kind: 'item', first: id('i2'), last: id('i200') }])
    expect(plan(history)).toMatchObject({ ok: false, error: { reason: 'pins_too_large' } })
  })

  it('puts the initial context first, once, and not the old one', () => {
    const fresh = {
      ...numbered([context('Be very careful.')])[0]!,
      meta: { id: id('fresh'), at: 9, origin: 'context' as const },
    }
    const history = session(40)
    const { entry } = planned(plan(history, { contextItems: [fresh] }))
    const seen = visibleItems(withCompaction(history, entry))
    expect(seen[0]).toEqual(fresh)
    expect(seen.filter((item) => item.meta.origin === 'context')).toHaveLength(1)
  })
})

/** The laws of a compaction, over random sessions; each is checked by code that shares nothing with the plan. */
import { type HistoryItem, textOfOutput, textOfParts, type ViewEntry } from '@rawr/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allItems, applyLine, type History, historyFromLines, visibleItems, visibleTokens } from './history/history.ts'
import { planCompaction } from './plan.ts'
import type { CompactionPlan } from './plan-input.ts'
import { historyWith, id, line, numbered, planInput, user, withCompaction } from './testing/items.ts'
import { session } from './testing/random-session.ts'

const sessions = session({ turnsMax: 12 })
const RUNS = { numRuns: 40 }

/** A plan of a random session with a budget small enough to have something to do; `null` where there is nothing to gain. */
const planned = (history: History, budget: number): CompactionPlan | null => {
  const plan = planCompaction(planInput(history, visibleTokens(history), { options: { budget } }))
  if (!plan.ok && plan.error.reason !== 'no_gain' && plan.error.reason !== 'rejected')
    throw new Error(plan.error.message)
  return plan.ok ? plan.value : null
}

const isLegal = (items: readonly HistoryItem[]): boolean => {
  const open = new Set<string>()
  const done = new Set<string>()
  for (const item of items) {
    if (!('call_id' in item)) continue
    const isResult = item.type.endsWith('_output')
    if (isResult ? !open.has(item.call_id) || done.has(item.call_id) : open.has(item.call_id)) return false
    ;(isResult ? done : open).add(item.call_id)
  }
  return open.size === done.size
}

const textOf = (item: HistoryItem): string =>
  item.type === 'message'
    ? textOfParts(item.content)
    : item.type === 'function_call_output'
      ? textOfOutput(item)
      : JSON.stringify(item)

describe('laws of a compaction', () => {
  it('leaves fewer tokens, or says that there is no gain', () => {
    let compacted = 0
    fc.assert(
      fc.property(sessions, fc.integer({ min: 1_000, max: 4_000 }), (drafts, budget) => {
        const history = historyWith(drafts)
        const plan = planned(history, budget)
        if (plan === null) return
        compacted += 1
        const after = withCompaction(history, plan.entry)
        expect(visibleTokens(after)).toBeLessThanOrEqual(visibleTokens(history) * 0.9)
        expect(plan.report.tokens_after).toBeLessThanOrEqual(plan.report.tokens_before * 0.9)
      }),
      RUNS,
    )
    // A law that nothing was held against proves nothing.
    expect(compacted).toBeGreaterThan(RUNS.numRuns / 4)
  })

  it('shows the model only legal pairs, before and after', () => {
    fc.assert(
      fc.property(sessions, (drafts) => {
        const history = historyWith(drafts)
        expect(isLegal(visibleItems(history))).toBe(true)
        const plan = planned(history, 1_500)
        if (plan !== null) expect(isLegal(visibleItems(withCompaction(history, plan.entry)))).toBe(true)
      }),
      RUNS,
    )
  })

  it('counts every item once: kept, cleared or archived', () => {
    fc.assert(
      fc.property(sessions, (drafts) => {
        const history = historyWith(drafts)
        const plan = planned(history, 1_500)
        if (plan === null) return
        const { kept, cleared, archived } = plan.report
        expect(kept + cleared + archived).toBe(drafts.length)
        const seen = visibleItems(withCompaction(history, plan.entry))
        const before = new Map(allItems(history).map((item) => [item.meta.id, textOf(item)]))
        const verbatim = seen.filter(
          (item) => before.get(item.meta.id) !== undefined && textOf(item).endsWith(before.get(item.meta.id) ?? ''),
        )
        expect(verbatim.length).toBe(kept)
      }),
      RUNS,
    )
  })

  it('keeps the live request verbatim as the last words of the user', () => {
    fc.assert(
      fc.property(sessions, (drafts) => {
        const history = historyWith(drafts)
        const plan = planned(history, 1_500)
        if (plan === null) return
        const asked = allItems(history).findLast((item) => item.meta.origin === 'user')
        const seen = visibleItems(withCompaction(history, plan.entry)).filter((item) => item.meta.origin === 'user')
        expect(seen.at(-1)).toEqual(asked)
      }),
      RUNS,
    )
  })

  it('names the source of every line of the summary but its own', () => {
    fc.assert(
      fc.property(sessions, (drafts) => {
        const history = historyWith(drafts)
        const plan = planned(history, 1_500)
        const summary = plan?.entry.view.entries.find(
          (entry): entry is Extract<ViewEntry, { kind: 'insert' }> =>
            entry.kind === 'insert' && entry.item.meta.origin === 'summary',
        )
        if (plan === null || summary === undefined) return
        const known = new Set(allItems(history).map((item) => item.meta.id))
        const lines = plan.preview.split('\n')
        for (const source of summary.sources) {
          expect(source.ids.every((one) => known.has(one))).toBe(true)
          expect(lines[source.line]).toMatch(/\[i[0-9a-z]+( i[0-9a-z]+| …)*\]$/)
        }
        const unsourced = lines.filter((_, index) => !summary.sources.some((source) => source.line === index))
        expect(
          unsourced.every((text) => /^<\/?summary>$|^This conversation goes on|^paths are under /.test(text)),
        ).toBe(true)
        expect(lines.every((text) => text.length <= 400)).toBe(true)
      }),
      RUNS,
    )
  })

  it('plans the same bytes twice', () => {
    fc.assert(
      fc.property(sessions, (drafts) => {
        const first = planned(historyWith(drafts), 1_500)
        const second = planned(historyWith(drafts), 1_500)
        expect(JSON.stringify(first)).toBe(JSON.stringify(second))
      }),
      RUNS,
    )
  })

  it('gives the same view after a reload, and the old one after an undo', () => {
    fc.assert(
      fc.property(sessions, (drafts) => {
        const history = historyWith(drafts)
        const plan = planned(history, 1_500)
        if (plan === null) return
        const items = allItems(history).map((payload) => line({ type: 'response_item', payload }))
        const compacted = line({ type: 'compacted', payload: plan.entry })
        const later = line({
          type: 'response_item',
          payload: numbered([user('go on')]).map((item) => ({ ...item, meta: { ...item.meta, id: id('late') } }))[0]!,
        })
        const running = applyLine(withCompaction(history, plan.entry), later)
        const reloaded = historyFromLines(JSON.parse(JSON.stringify([...items, compacted, later])))
        expect(visibleItems(reloaded)).toEqual(visibleItems(running))
        const undone = applyLine(
          withCompaction(history, plan.entry),
          line({ type: 'undo', payload: { compacted_id: plan.entry.id } }),
        )
        expect(JSON.stringify(visibleItems(undone))).toBe(JSON.stringify(visibleItems(history)))
        const redone = applyLine(undone, line({ type: 'redo', payload: { compacted_id: plan.entry.id } }))
        expect(visibleItems(redone)).toEqual(visibleItems(withCompaction(history, plan.entry)))
      }),
      RUNS,
    )
  })
})

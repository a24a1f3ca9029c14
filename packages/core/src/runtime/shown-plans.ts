/** Plans that clients were shown. One is executed exactly as shown, or refused because the history has moved on. */
import { activeCompaction, type CompactionPlan, type History, itemCount } from '@rawr/compaction'
import type { CompactionId, PlanId, ViewEntry } from '@rawr/protocol'
import type { ThreadRecord } from './record.ts'

/** Older ones are forgotten: they would be stale anyway. */
const SHOWN_MAX = 8

export type ShownPlans = {
  add(planId: PlanId, plan: CompactionPlan): void
  /** Whether it is known and the history is as it was. */
  isFresh(planId: PlanId): boolean
  /** Under the id of the compaction that executes it; `null` where it is not fresh. */
  take(planId: PlanId, compactionId: CompactionId): CompactionPlan | null
}

export const openShownPlans = (record: ThreadRecord): ShownPlans => {
  const shown = new Map<PlanId, { readonly plan: CompactionPlan; readonly range: string }>()
  const isFresh = (planId: PlanId): boolean => shown.get(planId)?.range === rangeOf(record.history())
  return {
    add: (planId, plan) => {
      shown.set(planId, { plan, range: rangeOf(record.history()) })
      for (const [oldest] of shown) if (shown.size > SHOWN_MAX) shown.delete(oldest)
    },
    isFresh,
    take: (planId, compactionId) => {
      const plan = isFresh(planId) ? shown.get(planId)?.plan : undefined
      shown.delete(planId)
      return plan === undefined ? null : underId(plan, planId, compactionId)
    },
  }
}

const rangeOf = (history: History): string =>
  `${itemCount(history)} ${activeCompaction(history)?.entry.id ?? ''} ${JSON.stringify(history.pins)}`

const underId = (plan: CompactionPlan, plan_id: PlanId, id: CompactionId): CompactionPlan => {
  const report = { ...plan.report, plan_id, compaction_id: id }
  const entries = plan.entry.view.entries.map((entry) => renamed(entry, { from: plan.entry.id, to: id }))
  return { ...plan, report, entry: { ...plan.entry, id, report, view: { ...plan.entry.view, entries } } }
}

type Renaming = { readonly from: CompactionId; readonly to: CompactionId }

/** Its own boundary; one of an earlier compaction stays what it is. */
const renamed = (entry: ViewEntry, { from, to }: Renaming): ViewEntry =>
  entry.kind === 'insert' && entry.item.type === 'compact_boundary' && entry.item.compaction_id === from
    ? { ...entry, item: { ...entry.item, compaction_id: to } }
    : entry

/**
 * Plans that clients were shown. One is executed exactly as shown, with what came since behind it; or it is refused because
 * something touched its range.
 */
import {
  type CompactionPlan,
  type History,
  isUntouched,
  type PlanInput,
  type PlanRefusal,
  splicePlan,
} from '@rawr/compaction'
import { type CompactionId, ok, type PlanId, type Result, type ViewEntry } from '@rawr/protocol'
import type { ThreadRecord } from './record.ts'

/** Older ones are forgotten: they would be stale anyway. */
const SHOWN_MAX = 8

export type ShownPlans = {
  add(planId: PlanId, plan: CompactionPlan): void
  /** Whether it is known and its range is as it was. */
  isFresh(planId: PlanId): boolean
  /** Under the id of the compaction that executes it; `null` where it is not fresh. */
  take(planId: PlanId, use: Use): Result<CompactionPlan, PlanRefusal> | null
}

/** What it is executed on, under which id. */
export type Use = { readonly compactionId: CompactionId; readonly input: PlanInput }

export const openShownPlans = (record: ThreadRecord): ShownPlans => {
  const shown = new Map<PlanId, { readonly plan: CompactionPlan; readonly drawnOn: History }>()
  const isFresh = (planId: PlanId): boolean => {
    const drawnOn = shown.get(planId)?.drawnOn
    return drawnOn !== undefined && isUntouched(drawnOn, record.history())
  }
  return {
    add: (planId, plan) => {
      shown.set(planId, { plan, drawnOn: record.history() })
      for (const [oldest] of shown) if (shown.size > SHOWN_MAX) shown.delete(oldest)
    },
    isFresh,
    take: (planId, { compactionId, input }) => {
      const known = shown.get(planId)
      shown.delete(planId)
      const plan = known === undefined ? null : splicePlan({ ...known, input })
      return plan?.ok ? ok(underId(plan.value, planId, compactionId)) : plan
    },
  }
}

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

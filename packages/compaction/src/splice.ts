/**
 * A plan drawn on an earlier history, behind which the work went on: as long as nothing touched its range, its view stands,
 * and what came since follows it as it is. The figures are those of now.
 */
import { boundaryText } from '@rawr/prompts'
import { err, ok, type Result, type RolloutLine, type Tokens, type View, type ViewEntry } from '@rawr/protocol'
import { headroomMinimum, judge } from './accept.ts'
import { legalCuts } from './history/groups.ts'
import { activeCompaction, allItems, applyLine, type History, positionOf, visibleItems } from './history/history.ts'
import type { CompactionPlan, PlanInput, PlanRefusal } from './plan-input.ts'
import { afterTokens, floorAfter, scaleOf } from './strategy/figures.ts'
import { anchorHash } from './view/anchor.ts'

/**
 * The items a plan was drawn on are all there, unchanged and last seen the same way, and none that came later belongs to
 * one of them: neither the result of an open call nor what reasoning led to.
 */
export const isUntouched = (drawnOn: History, now: History): boolean => {
  const last = drawnOn.shared.items[drawnOn.length - 1]
  return (
    (last === undefined || positionOf(now, last.meta.id) === drawnOn.length - 1) &&
    activeCompaction(drawnOn)?.entry.id === activeCompaction(now)?.entry.id &&
    JSON.stringify(drawnOn.pins) === JSON.stringify(now.pins) &&
    legalCuts(allItems(now)).includes(drawnOn.length)
  )
}

export type Splice = { readonly plan: CompactionPlan; readonly drawnOn: History; readonly input: PlanInput }

/** `null`: its range was touched. Refused where what came since leaves it too little to free. */
export const splicePlan = ({ plan, drawnOn, input }: Splice): Result<CompactionPlan, PlanRefusal> | null => {
  const { history, usage } = input
  if (!isUntouched(drawnOn, history)) return null
  if (history.length === drawnOn.length) return ok(plan)
  const threshold = input.thresholdTokens ?? usage.effective_tokens
  const headroomMin = headroomMinimum({ ...input, windowTokens: usage.window_tokens })
  const scale = scaleOf(input, visibleItems(history))
  const view = grownView(plan, { history, drawnOn, before: scale.before })
  const line: RolloutLine = { timestamp: '', ordinal: 0, type: 'compacted', payload: { ...plan.entry, view } }
  const shown = { input, items: visibleItems(applyLine(history, line)) }
  const [after, floor] = [afterTokens(scale, shown), floorAfter(scale, shown)]
  const verdict = judge({ before: scale.before, after, usage, floor, threshold, headroomMin, isOffline: false })
  if (verdict !== 'accepted') return err({ reason: 'no_gain', message: TOO_LATE })
  return ok(withFigures(plan, { history, drawnOn, view, before: scale.before, after, headroom: threshold - after }))
}

const TOO_LATE = 'So much has come since this plan was made that it would free too little; plan again.'

type Grown = { readonly history: History; readonly drawnOn: History; readonly before: Tokens }

/** Its boundary says what was used now, and what came since stands behind all of it. */
const grownView = ({ entry, report }: CompactionPlan, { history, drawnOn, before }: Grown): View => {
  const later = allItems(history).slice(drawnOn.length)
  const [first, last] = [later[0]?.meta.id, later.at(-1)?.meta.id]
  if (first === undefined || last === undefined) return entry.view
  const text = boundaryText({ tokensBefore: before, source: report.estimate })
  const entries = entry.view.entries.map(
    (one): ViewEntry =>
      one.kind === 'insert' && one.item.type === 'compact_boundary' && one.item.compaction_id === entry.id
        ? { ...one, item: { ...one.item, text, tokens_before: before } }
        : one,
  )
  return { through: last, entries: [...entries, { kind: 'keep', first, last }] }
}

type Figures = Grown & { readonly view: View; readonly after: Tokens; readonly headroom: Tokens }

const withFigures = (plan: CompactionPlan, figures: Figures): CompactionPlan => {
  const { history, drawnOn, view, before, after, headroom } = figures
  const later = history.length - drawnOn.length
  const since = `${later} items came after it was drafted`
  const report = {
    ...plan.report,
    reason: plan.report.reason === undefined ? since : `${plan.report.reason}; ${since}`,
    tokens_before: before,
    tokens_after: after,
    kept: plan.report.kept + later,
    headroom,
  }
  const anchor_hash = anchorHash(allItems(history))
  return {
    ...plan,
    report,
    entry: { ...plan.entry, view, tokens_before: before, tokens_after: after, anchor_hash, report },
  }
}

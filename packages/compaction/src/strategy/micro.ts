/**
 * Clears old tool results and nothing else (seed-5's first tier): each leaves a placeholder with its id, everything else
 * stays where it is. What was cleared stays cleared, so a second one finds only what came since.
 */
import { PROMPT_VERSION } from '@rawr/prompts'
import {
  type CompactionReport,
  err,
  type HistoryItem,
  type ItemId,
  ok,
  type Result,
  textOfItem,
  type ViewEntry,
} from '@rawr/protocol'
import { handoffItem } from '../handoff-item.ts'
import { groupsOf, legalCuts } from '../history/groups.ts'
import {
  activeCompaction,
  allItems,
  type History,
  itemAt,
  itemCount,
  positionOf,
  visibleItems,
} from '../history/history.ts'
import { repairPairs } from '../history/repair.ts'
import { asidePositions } from '../history/turns.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { CALLS_EXPECTED, type Cleared, callsToRepay, clearableResults, leastSaving } from '../micro/clearable.ts'
import { pinnedFacts, pinnedPositions } from '../pins.ts'
import type { CompactionPlan, PlanInput, PlanRefusal } from '../plan-input.ts'
import { estimateItem } from '../tokens/estimate.ts'
import { anchorHash } from '../view/anchor.ts'
import { type KeptPosition, keepEntries } from '../view/entries.ts'
import { projectView } from '../view/project.ts'
import { afterTokens, scaleOf } from './figures.ts'
import { heldAfterClearing } from './held-by.ts'
import { idAt } from './prepared.ts'

export const planMicro = (input: PlanInput): Result<CompactionPlan, PlanRefusal> => {
  const { history, settings, usage } = input
  const visible = visibleItems(history)
  const items = allItems(history)
  const pinned = new Set(pinnedPositions({ history, groups: groupsOf(items), ledger: ledgerOf(history) }))
  const cleared = clearableResults({
    items: visible,
    isPinned: ({ meta }) => pinned.has(positionOf(history, meta.id) ?? -1),
    keepLast: settings.micro_compact_keep_last_n_tools,
    rates: history.shared.rates,
  })
  const seenIds = new Set(visible.map(({ meta }) => meta.id))
  const refused = whyNot(input, { visible, cleared })
  if (refused !== null) return err({ reason: 'no_gain', message: refused })
  const { entries, kept, clearedCount } = entriesWith(history, {
    cleared,
    pinned,
    unseen: [...pinned].filter((position) => !seenIds.has(idAt(items, position))),
    handoff: handoffItem(input, input.itemIds),
  })
  const view = { through: items.at(-1)?.meta.id ?? null, entries: [...entries, ...newFacts(input, visible)] }
  const seen = projectView(view, { positionOf: (id) => positionOf(history, id), at: (at) => itemAt(history, at) })
  if (seen === null) throw new Error('a view named items that its history does not have')
  const scale = scaleOf(input, visible)
  const after = afterTokens(scale, { input, items: repairPairs(seen) })
  // Asked for by name it clears and does no more; where that leaves too little room, what holds it is said.
  const held = heldAfterClearing(input, { before: scale.before, after, seen })
  const report: CompactionReport = {
    compaction_id: input.compactionId,
    trigger: input.trigger,
    requested: input.requested,
    strategy: 'micro',
    ...(input.requested === 'micro' ? {} : { reason: 'clearing old tool results made room enough' }),
    tokens_before: scale.before,
    tokens_after: after,
    estimate: input.count === undefined ? 'divisors' : 'tokenizer',
    kept,
    cleared: clearedCount,
    archived: items.length - kept - clearedCount,
    pinned: pinned.size,
    headroom: (input.thresholdTokens ?? usage.effective_tokens) - after,
    duration_ms: 0,
    ...(held === null ? {} : { held_by: [...held] }),
  }
  const { length } = cleared
  const message = `Cleared ${length} tool ${length === 1 ? 'result' : 'results'}; each can be read again by its id.`
  return ok({
    entry: entryOf(input, { view, report, message }),
    report,
    preview: message,
    liveRequestCut: false,
    missing: [],
  })
}

/** Pinned facts are items of a view: one that no view has yet comes with this one. */
const newFacts = ({ history, itemIds, at }: PlanInput, visible: readonly HistoryItem[]): readonly ViewEntry[] => {
  const shown = new Set(visible.flatMap((item) => (item.meta.origin === 'pin' ? [textOfItem(item)] : [])))
  return pinnedFacts(history, { itemIds, at })
    .filter((item) => !shown.has(textOfItem(item)))
    .map((item) => ({ kind: 'insert', item, sources: [] }))
}

type Found = { readonly visible: readonly HistoryItem[]; readonly cleared: readonly Cleared[] }

/** Asked for by a person it only has to save something. */
const whyNot = ({ settings, usage, trigger, history }: PlanInput, { visible, cleared }: Found): string | null => {
  const saved = cleared.reduce((sum, result) => sum + result.saved, 0)
  if (saved === 0) return 'There is no old tool result to clear.'
  if (trigger === 'manual' || trigger === 'agent_request') return null
  const least = leastSaving(settings.micro_compact_min_tokens_to_save, usage.window_tokens)
  if (saved < least) return `Clearing tool results would free ~${saved} tokens, fewer than the ${least} it has to.`
  if (trigger === 'hard_limit' || trigger === 'overflow') return null
  const first = visible.findIndex(({ meta }) => meta.id === cleared[0]?.item.meta.id)
  const behind = visible.slice(first).reduce((sum, item) => sum + estimateItem(item, history.shared.rates), 0) - saved
  const calls = Math.ceil(callsToRepay(saved, behind))
  return calls > CALLS_EXPECTED
    ? `Clearing tool results would pay back after ${calls} calls only: ~${behind} tokens would be written to the cache again.`
    : null
}

type Entries = { readonly entries: readonly ViewEntry[]; readonly kept: number; readonly clearedCount: number }

type Changes = {
  readonly cleared: readonly Cleared[]
  /** Positions that stay whole. */
  readonly pinned: ReadonlySet<number>
  /** Those of them that had left the view: they come back in their place. Ascending. */
  readonly unseen: readonly number[]
  readonly handoff: HistoryItem | null
}

/** The view as it is, then the log behind it, with placeholders in place of what is cleared. */
const entriesWith = (history: History, { cleared, pinned, unseen, handoff }: Changes): Entries => {
  const items = allItems(history)
  const placeholders = new Map<ItemId, string>(cleared.map(({ item, placeholder }) => [item.meta.id, placeholder]))
  const entries: ViewEntry[] = []
  let run: KeptPosition[] = []
  let [kept, clearedCount] = [0, 0]
  const flush = (): void => {
    entries.push(...keepEntries(run, items))
    kept += run.length
    run = []
  }
  const tail = tailBehind(history, cleared)
  let unplaced = handoff
  const aside = asidePositions(items)
  const take = (position: number, handled: boolean): void => {
    if (aside.has(position) && !pinned.has(position)) return
    if (position >= tail) handOver()
    const id = items[position]?.meta.id
    const placeholder = id === undefined ? undefined : placeholders.get(id)
    if (id === undefined || placeholder === undefined) run.push({ position, handled })
    else add({ kind: 'clear', id, placeholder })
  }
  const add = (entry: ViewEntry): void => {
    flush()
    entries.push(entry)
    if (entry.kind === 'clear') clearedCount += 1
  }
  const handOver = (): void => {
    if (unplaced === null) return
    add({ kind: 'insert', item: unplaced, sources: [] })
    unplaced = null
  }
  const active = activeCompaction(history)?.entry.view ?? { through: null, entries: [] }
  const at = (id: ItemId): number => positionOf(history, id) ?? -1
  const waiting = [...unseen]
  const takePinnedBefore = (position: number): void => {
    while ((waiting[0] ?? position) < position) take(waiting.shift() ?? 0, false)
  }
  for (const entry of active.entries) {
    // A newer one takes its place.
    if (handoff !== null && isHandoff(entry)) continue
    if (entry.kind !== 'insert') takePinnedBefore(at(entry.kind === 'keep' ? entry.first : entry.id))
    // What was cleared and is pinned now comes back whole.
    if (entry.kind === 'clear' && pinned.has(at(entry.id))) take(at(entry.id), false)
    else if (entry.kind !== 'keep') add(entry)
    else
      for (let position = at(entry.first); position <= at(entry.last); position += 1)
        take(position, entry.handled === true)
  }
  const from = active.through === null ? 0 : at(active.through) + 1
  takePinnedBefore(from)
  for (let position = from; position < items.length; position += 1) take(position, false)
  handOver()
  flush()
  return { entries, kept, clearedCount }
}

const isHandoff = (entry: ViewEntry): boolean => entry.kind === 'insert' && entry.item.meta.origin === 'handoff'

/**
 * Behind the newest result that is cleared, at the next place where nothing is torn apart; where that is the end, as with
 * calls that were made side by side, in front of what was done last.
 */
const tailBehind = (history: History, cleared: readonly Cleared[]): number => {
  const newest = Math.max(-1, ...cleared.map(({ item }) => positionOf(history, item.meta.id) ?? -1))
  const cuts = legalCuts(allItems(history)).filter((cut) => cut < itemCount(history))
  return cuts.find((cut) => cut > newest) ?? cuts.at(-1) ?? itemCount(history)
}

type Made = Pick<CompactionPlan['entry'], 'view' | 'message'> & { readonly report: CompactionReport }

const entryOf = (input: PlanInput, { view, report, message }: Made): CompactionPlan['entry'] => ({
  id: input.compactionId,
  trigger: input.trigger,
  requested: input.requested,
  strategy: 'micro',
  message,
  tokens_before: report.tokens_before,
  tokens_after: report.tokens_after,
  view,
  anchor_hash: anchorHash(allItems(input.history)),
  prompt_version: PROMPT_VERSION,
  duration_ms: 0,
  report,
})

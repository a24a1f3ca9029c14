/** The embedded strategy: no model, no chance, the same bytes on every run. */
import { boundaryText, fence, PROMPT_VERSION, summaryOpening } from '@rawr/prompts'
import { err, type HistoryItem, ok, type Result, type ViewEntry } from '@rawr/protocol'
import { groupsOf } from '../history/groups.ts'
import { allItems, visibleTokens } from '../history/history.ts'
import { isUserWords } from '../history/turns.ts'
import type { CompactionPlan, PlanInput, PlanRefusal } from '../plan-input.ts'
import { estimateItem } from '../tokens/estimate.ts'
import { anchorHash } from '../view/anchor.ts'
import { keepEntries } from '../view/entries.ts'

export const planExtractive = (input: PlanInput): Result<CompactionPlan, PlanRefusal> => {
  const items = allItems(input.history)
  const budget =
    input.options.budget ??
    input.settings.budget_tokens ??
    Math.max(1_000, Math.min(8_000, Math.floor(input.usage.effective_tokens / 4)))
  const words = items.flatMap((item, position) => (isUserWords(item) ? [position] : []))
  const live = words.at(-1)
  const kept = new Set<number>(live === undefined ? [] : [live])
  let room = budget - 200
  for (const group of groupsOf(items).toReversed()) {
    const cost = items.slice(group.start, group.end).reduce((sum, item) => sum + estimateItem(item), 0)
    if (cost > room) break
    room -= cost
    for (let position = group.start; position < group.end; position += 1) kept.add(position)
  }
  const meta = (origin: 'boundary' | 'summary') => ({ id: input.itemIds(), at: input.at, origin })
  const before = visibleTokens(input.history)
  const text = fence({ tag: 'summary', text: `${summaryOpening}\n${items.length - kept.size} items are archived.` })
  const boundary: HistoryItem = {
    type: 'compact_boundary',
    compaction_id: input.compactionId,
    text: boundaryText({ tokensBefore: before, source: 'divisors' }),
    tokens_before: before,
    meta: meta('boundary'),
  }
  const summary: HistoryItem = {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
    meta: meta('summary'),
  }
  const entries: ViewEntry[] = [
    ...input.contextItems.map((item): ViewEntry => ({ kind: 'insert', item, sources: [] })),
    { kind: 'insert', item: boundary, sources: [] },
    { kind: 'insert', item: summary, sources: [] },
    ...keepEntries(
      [...kept].sort((a, b) => a - b).map((position) => ({ position, handled: false })),
      items,
    ),
  ]
  const after = [...kept].reduce(
    (sum, position) => sum + estimateItem(items[position] as HistoryItem),
    estimateItem(boundary) + estimateItem(summary),
  )
  if (after > before * 0.9) return err({ reason: 'no_gain', message: 'There is too little to gain.' })
  const report = {
    compaction_id: input.compactionId,
    trigger: input.trigger,
    requested: input.requested,
    strategy: 'extractive' as const,
    tokens_before: before,
    tokens_after: after,
    estimate: 'divisors' as const,
    kept: kept.size,
    cleared: 0,
    archived: items.length - kept.size,
    pinned: 0,
    headroom: (input.thresholdTokens ?? input.usage.effective_tokens) - after,
    duration_ms: 0,
  }
  return ok({
    entry: {
      id: input.compactionId,
      trigger: input.trigger,
      requested: input.requested,
      strategy: 'extractive',
      message: text,
      tokens_before: before,
      tokens_after: after,
      view: { through: items.at(-1)?.meta.id ?? null, entries },
      anchor_hash: anchorHash(items),
      prompt_version: PROMPT_VERSION,
      duration_ms: 0,
      report,
    },
    report,
    preview: text,
    liveRequestCut: false,
  })
}

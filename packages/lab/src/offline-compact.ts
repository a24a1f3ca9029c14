/**
 * A compaction of a recorded session: the same plan a live thread would get, and what the model would see after it.
 * Nothing is written; with the same session and options the result is the same, byte for byte.
 */
import {
  allItems,
  applyLine,
  completionLine,
  type ExactCount,
  type ExtractStep,
  type History,
  itemCount,
  type PlanRefusal,
  planCompaction,
  renderContext,
  visibleItems,
} from '@rawr/compaction'
import { effectivePolicy, emergencyThresholdTokens, outputReserve } from '@rawr/policy'
import {
  CompactionId,
  type CompactionReport,
  type ContextUsage,
  DEFAULT_SETTINGS,
  err,
  type HistoryItem,
  ItemId,
  ok,
  type Result,
  type RolloutLine,
  type Strategy,
} from '@rawr/protocol'
import type { ImportedSession } from './import/session.ts'
import { recordedState, WINDOW_TOKENS_DEFAULT } from './recorded-usage.ts'

export type OfflineInput = {
  readonly session: ImportedSession
  readonly strategy: Strategy
  /** Tokens of the view above the floor; absent: the default of the settings. */
  readonly budget?: number | undefined
  /** Absent: the recorded window, else 200,000. */
  readonly contextWindow?: number | undefined
  /** The exact tokenizer. With it the text of the compacted context, with a newline behind it, has at most `budget` tokens. */
  readonly count?: ExactCount | undefined
  /** Steps of the extractor to leave out; only for measuring what each is worth. */
  readonly without?: ReadonlySet<ExtractStep> | undefined
}

/** What `rawr compact --json` prints, in this order. */
export type OfflineReport = {
  readonly format: string
  readonly requested: Strategy
  readonly strategy: CompactionReport['strategy']
  readonly reason?: string
  readonly tokens_before: number
  readonly tokens_after: number
  readonly estimate: CompactionReport['estimate']
  readonly kept: number
  readonly archived: number
  readonly pinned: number
  readonly cleared: number
  readonly headroom: number
  readonly window: number
  readonly window_from: 'option' | 'recorded' | 'default'
  readonly items: number
  readonly compactions: number
  readonly live_request_cut: boolean
  readonly skipped_lines: number
  readonly torn_last_line: boolean
  /** Of a very large file: large old results held as head and tail, and the oldest items, not held at all. */
  readonly results_shortened: number
  readonly items_left_out: number
}

export type OfflineCompaction = {
  readonly report: OfflineReport
  /** One line for a person. */
  readonly line: string
  /** What the model would see, initial context included. */
  readonly items: readonly HistoryItem[]
  /** The same as text, without the static instructions. */
  readonly text: string
}

export type OfflineError = { readonly code: PlanRefusal['reason']; readonly message: string }

export const offlineCompact = (input: OfflineInput): Result<OfflineCompaction, OfflineError> => {
  const compacted = compactOnce(input)
  const { budget, count } = input
  if (!compacted.ok || budget === undefined || count === undefined) return compacted
  // What is printed ends with a newline, and that may be one token more.
  return count(`${compacted.value.text}\n`) <= budget ? compacted : compactOnce({ ...input, budget: budget - 1 })
}

const compactOnce = (input: OfflineInput): Result<OfflineCompaction, OfflineError> => {
  const { session } = input
  const windowTokens = input.contextWindow ?? session.contextWindow ?? WINDOW_TOKENS_DEFAULT
  const { history, usage } = recordedState(session, windowTokens)
  const policy = effectivePolicy({ settings: DEFAULT_SETTINGS.rawr_auto_compaction })
  const visible = visibleItems(history)
  const plan = planCompaction({
    history,
    requested: input.strategy,
    trigger: 'manual',
    options: input.budget === undefined ? {} : { budget: input.budget },
    settings: DEFAULT_SETTINGS.compact,
    usage,
    outputReserve: outputReserve({ windowTokens }),
    thresholdTokens: emergencyThresholdTokens(policy, usage),
    contextItems: initialContext(visible),
    compactionId: CompactionId.parse('offline'),
    itemIds: freshIds(),
    at: visible.at(-1)?.meta.at ?? 0,
    midTurn: isMidTurn(visible),
    modelAvailable: false,
    mayCutLiveRequest: true,
    ...(input.count === undefined ? {} : { count: input.count }),
    ...(input.without === undefined ? {} : { without: input.without }),
  })
  if (plan.ok) {
    const line: RolloutLine = {
      timestamp: '',
      ordinal: session.lines.length,
      type: 'compacted',
      payload: plan.value.entry,
    }
    return ok(
      outcome({
        input,
        history,
        windowTokens,
        report: plan.value.report,
        cut: plan.value.liveRequestCut,
        items: visibleItems(applyLine(history, line)),
      }),
    )
  }
  const report = untouched({
    usage,
    history,
    requested: input.strategy,
    reason: plan.error.message,
    policyTokens: emergencyThresholdTokens(policy, usage),
  })
  const asItIs = outcome({ input, history, windowTokens, report, cut: false, items: visible })
  if (plan.error.reason !== 'no_gain') return err({ code: plan.error.reason, message: plan.error.message })
  const fits = input.budget === undefined || input.count === undefined || input.count(asItIs.text) <= input.budget
  return fits
    ? ok(asItIs)
    : err({
        code: 'no_gain',
        message: `${plan.error.message} The context as it is has more than ${input.budget} tokens.`,
      })
}

/** What stands before the first thing that was said or done, as the model sees it. */
const initialContext = (visible: readonly HistoryItem[]): readonly HistoryItem[] => {
  const first = visible.findIndex((item) => item.meta.origin !== 'context')
  return first === -1 ? visible : visible.slice(0, first)
}

/** The newest request is unanswered unless the model had the last word. */
const isMidTurn = (visible: readonly HistoryItem[]): boolean => {
  const last = visible.at(-1)
  return last !== undefined && !(last.type === 'message' && last.role === 'assistant')
}

/** Ids for inserted items that no imported item has. */
const freshIds = (): (() => ItemId) => {
  let count = 0
  return () => {
    count += 1
    return ItemId.parse(`v${count.toString(36)}`)
  }
}

type Untouched = {
  readonly usage: ContextUsage
  readonly history: History
  readonly requested: Strategy
  readonly reason: string
  readonly policyTokens: number
}

const untouched = ({ usage, history, requested, reason, policyTokens }: Untouched): CompactionReport => ({
  trigger: 'manual',
  requested,
  strategy: 'none',
  reason,
  tokens_before: usage.used_tokens,
  tokens_after: usage.used_tokens,
  estimate: usage.source,
  ...logged(history),
  pinned: 0,
  headroom: policyTokens - usage.used_tokens,
  duration_ms: 0,
})

/** Logged items by what became of them (L16): a recorded compaction may have archived some, and what it inserted is none. */
const logged = (history: History): Pick<CompactionReport, 'kept' | 'cleared' | 'archived'> => {
  const ids = new Set(allItems(history).map(({ meta }) => meta.id))
  const shown = visibleItems(history).filter(({ meta }) => ids.has(meta.id))
  const cleared = shown.filter(({ meta }) => meta.cleared === true).length
  return { kept: shown.length - cleared, cleared, archived: ids.size - shown.length }
}

type Outcome = {
  readonly input: OfflineInput
  readonly history: History
  readonly windowTokens: number
  readonly report: CompactionReport
  readonly cut: boolean
  readonly items: readonly HistoryItem[]
}

const outcome = ({ input, history, windowTokens, report, cut, items }: Outcome): OfflineCompaction => {
  const { session } = input
  return {
    report: {
      format: session.format,
      requested: report.requested,
      strategy: report.strategy,
      ...(report.reason === undefined ? {} : { reason: report.reason }),
      tokens_before: report.tokens_before,
      tokens_after: report.tokens_after,
      estimate: report.estimate,
      kept: report.kept,
      archived: report.archived,
      pinned: report.pinned,
      cleared: report.cleared,
      headroom: report.headroom,
      window: windowTokens,
      window_from:
        input.contextWindow !== undefined ? 'option' : session.contextWindow !== undefined ? 'recorded' : 'default',
      items: itemCount(history),
      compactions: session.compactions,
      live_request_cut: cut,
      skipped_lines: session.notes.skippedCount,
      torn_last_line: session.notes.torn,
      results_shortened: session.notes.shortened,
      items_left_out: session.notes.leftOut,
    },
    line: report.strategy === 'none' ? 'Nothing to compact.' : completionLine(report),
    items,
    text: renderContext(items),
  }
}

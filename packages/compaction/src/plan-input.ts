/** What a plan is made from, and what comes out of it. Apart from `plan.ts`, so that every strategy can name it. */
import type {
  Compacted,
  CompactFailedReason,
  CompactionId,
  CompactionReport,
  CompactOptions,
  CompactSettings,
  ContextUsage,
  HeldPart,
  HistoryItem,
  ItemId,
  Strategy,
  Tokens,
  Trigger,
  UnixMillis,
} from '@rawr/protocol'
import type { ExtractStep } from './extract/steps.ts'
import type { History } from './history/history.ts'
import type { Narrative } from './narrative/read-answer.ts'
import type { MissingFact } from './verify.ts'

/** A file as it stands on the disk. */
export type FileText = { readonly path: string; readonly text: string }

export type PlanInput = {
  readonly history: History
  readonly requested: Strategy
  readonly trigger: Trigger
  readonly options: CompactOptions
  readonly settings: CompactSettings
  readonly usage: ContextUsage
  readonly outputReserve: Tokens
  /** Used tokens at which the next automatic compaction would begin; absent: `effective_tokens`. */
  readonly thresholdTokens?: Tokens
  /** The initial context as read now; goes first and replaces the logged one. */
  readonly contextItems: readonly HistoryItem[]
  readonly compactionId: CompactionId
  /** A fresh id for each item the view inserts. */
  readonly itemIds: () => ItemId
  readonly at: UnixMillis
  /** The newest user message is being worked on. */
  readonly midTurn: boolean
  readonly modelAvailable: boolean
  /**
   * Counts exactly. With it the budget holds for the text of {@link renderContext}, to the token; without it budget
   * and figures are estimates.
   */
  readonly count?: (text: string) => Tokens
  /** A model's words, verified; they stand behind the facts. Absent: the facts stand alone. */
  readonly narrative?: Narrative
  /** Why there are no words although they were asked for. */
  readonly whyNoNarrative?: string
  /** What the provider condensed for itself, encrypted; stands behind the facts. */
  readonly remoteContent?: string
  /** Mid-turn: what the agent wrote to go on from. Goes in front of the tail, fenced here; without room it is left out. */
  readonly handoff?: string
  /** Files as they stand on the disk, newest first; of them goes behind the summary what fits. */
  readonly restored?: readonly FileText[]
  /** Said in the report, first: why another strategy was chosen than was asked for. */
  readonly note?: string
  /** `features.micro_compact`; absent: old tool results are cleared only where that is asked for. */
  readonly clearsFirst?: boolean
  /** Steps of the extractor to leave out; only for measuring what each is worth. */
  readonly without?: ReadonlySet<ExtractStep>
  /** Offline only: a live request that does not fit is cut to head, tail and id instead of refusing. */
  readonly mayCutLiveRequest?: boolean
}

export type CompactionPlan = {
  /** What to write into the log; `duration_ms` is 0, the caller knows it. */
  readonly entry: Compacted
  readonly report: CompactionReport
  /** The text of the summary, as the model would read it. */
  readonly preview: string
  readonly liveRequestCut: boolean
  /** What verification did not find in the result; empty but for the smallest budgets. */
  readonly missing: readonly MissingFact[]
}

export type PlanRefusal = {
  readonly reason: CompactFailedReason
  readonly message: string
  /** What holds the room, largest first. */
  readonly held_by?: readonly HeldPart[]
}

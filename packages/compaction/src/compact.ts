/**
 * A whole compaction in one call, for people with a loop of their own: items in, fewer items out. They keep the originals;
 * what is inserted names them by id. Whoever wants undo, a log or a dry run uses the history and `planCompaction`.
 */
import { contextUsage, outputReserve } from '@rawr/policy'
import {
  CompactionId,
  type CompactionReport,
  type CompactOptions,
  DEFAULT_SETTINGS,
  HistoryItem,
  ItemId,
  type Pin,
  type Result,
  type RolloutLine,
  type Tokens,
  type UnixMillis,
} from '@rawr/protocol'
import { completionLine } from './completion-line.ts'
import { appendItem, applyLine, type History, historyCounting, visibleItems, visibleTokens } from './history/history.ts'
import type { Narrative } from './narrative/read-answer.ts'
import { planCompaction } from './plan.ts'
import type { PlanRefusal } from './plan-input.ts'
import { DEFAULT_RATES, type TokenRates } from './tokens/estimate.ts'

export type CompactItemsOptions = Omit<
  CompactOptions,
  'trigger' | 'packet' | 'draft' | 'model' | 'focus' | 'prompt'
> & {
  /** What the model holds; absent: 200,000. */
  readonly windowTokens?: Tokens
  /** Instructions and tool schemas beside the items. */
  readonly overheadTokens?: Tokens
  readonly pins?: readonly Pin[]
  /** The newest request has been answered; absent: somebody waits for it. */
  readonly isAnswered?: boolean
  /** A model's words from `readAnswer`; they go behind the facts. */
  readonly narrative?: Narrative
  readonly rates?: TokenRates
  /** Of what is inserted; absent: of the newest item. */
  readonly at?: UnixMillis
}

export type CompactedItems = {
  /** What the model should see from now on. */
  readonly items: readonly HistoryItem[]
  readonly report: CompactionReport
  /** One line for a person. */
  readonly line: string
}

const WINDOW_TOKENS = 200_000

/**
 * Items are those of `HistoryItem` of `@rawr/protocol`, oldest first. Throws where one is not, with its index and what was
 * expected of it, and where two have one id: nothing can be kept of what nobody can read.
 */
export const compact = (
  items: readonly HistoryItem[],
  options: CompactItemsOptions = {},
): Result<CompactedItems, PlanRefusal> => {
  checkItems(items)
  const { windowTokens = WINDOW_TOKENS, overheadTokens = 0, pins = [], isAnswered = false } = options
  const history = historyOf(items, { pins, rates: options.rates ?? DEFAULT_RATES })
  const plan = planCompaction({
    history,
    requested: options.strategy ?? 'extractive',
    trigger: 'manual',
    options: wishesOf(options),
    settings: DEFAULT_SETTINGS.compact,
    usage: contextUsage({
      usedTokens: overheadTokens + visibleTokens(history),
      floorTokens: overheadTokens,
      windowTokens,
      source: 'divisors',
    }),
    outputReserve: outputReserve({ windowTokens }),
    contextItems: leading(items),
    compactionId: CompactionId.parse(unusedId(items, 'compaction')),
    itemIds: freshIds(items),
    at: options.at ?? items.at(-1)?.meta.at ?? 0,
    midTurn: !isAnswered,
    modelAvailable: false,
    ...(options.narrative === undefined ? {} : { narrative: options.narrative }),
  })
  if (!plan.ok) return plan
  const { entry, report } = plan.value
  const compacted = applyLine(history, lineOf({ type: 'compacted', payload: entry }))
  return { ok: true, value: { items: visibleItems(compacted), report, line: completionLine(report) } }
}

/** Less than one hundredth of what the compaction of the same items takes. */
const checkItems = (items: readonly HistoryItem[]): void => {
  if (!Array.isArray(items)) throw new Error(`compact takes an array of items, not ${typeof items}`)
  for (const [index, item] of items.entries()) {
    const issue = HistoryItem.safeParse(item).error?.issues[0]
    if (issue === undefined) continue
    const type = typeof item?.type === 'string' ? ` (${item.type})` : ''
    const place = issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`
    throw new Error(`item ${index}${type} is no HistoryItem of @rawr/protocol${place}: ${issue.message}`)
  }
}

const wishesOf = ({ strategy, keep_files, keep_roles, max_tail, min_headroom, budget }: CompactItemsOptions) => ({
  ...(strategy === undefined ? {} : { strategy }),
  ...(keep_files === undefined ? {} : { keep_files }),
  ...(keep_roles === undefined ? {} : { keep_roles }),
  ...(max_tail === undefined ? {} : { max_tail }),
  ...(min_headroom === undefined ? {} : { min_headroom }),
  ...(budget === undefined ? {} : { budget }),
})

type Given = { readonly pins: readonly Pin[]; readonly rates: TokenRates }

const historyOf = (items: readonly HistoryItem[], { pins, rates }: Given): History =>
  applyLine(items.reduce(appendItem, historyCounting(rates)), lineOf({ type: 'pins', payload: { pins: [...pins] } }))

const lineOf = (item: Extract<Unplaced, { type: 'pins' | 'compacted' }>): RolloutLine => ({
  timestamp: '',
  ordinal: 0,
  ...item,
})

type Unplaced = { [Line in RolloutLine as Line['type']]: Pick<Line, 'type' | 'payload'> }[RolloutLine['type']]

/** Instructions before the first thing that was said. */
const leading = (items: readonly HistoryItem[]): readonly HistoryItem[] => {
  const first = items.findIndex(({ meta }) => meta.origin !== 'context')
  return first === -1 ? items : items.slice(0, first)
}

/** Compacted items may be compacted again: no id comes twice. */
const freshIds = (items: readonly HistoryItem[]): (() => ItemId) => {
  const taken = new Set<string>(items.map(({ meta }) => meta.id))
  let count = 0
  return () => {
    do count += 1
    while (taken.has(`s${count}`))
    return ItemId.parse(`s${count}`)
  }
}

const unusedId = (items: readonly HistoryItem[], name: string): string =>
  `${name}-${items.filter(({ type }) => type === 'compact_boundary').length + 1}`

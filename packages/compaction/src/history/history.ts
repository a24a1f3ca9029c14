/**
 * The history of a thread as a value: every item of the log that counts, the compactions that count, and with them what
 * the model sees. Appending is O(1): versions share one growing array and each knows how much of it is its own.
 */
import type { Compacted, CompactionId, HistoryItem, ItemId, Pin, RolloutLine } from '@rawr/protocol'
import { DEFAULT_RATES, estimateItem, type TokenRates } from '../tokens/estimate.ts'
import { type LogReader, projectView } from '../view/project.ts'
import { repairPairs } from './repair.ts'
import { firstItemOfLastTurns, turnStarts } from './turns.ts'

export type LoggedCompaction = {
  readonly entry: Compacted
  /** How many items the log held when it was written. */
  readonly position: number
  readonly undone: boolean
}

export type History = {
  readonly shared: SharedLog
  /** How many items of the shared array belong to this version. */
  readonly length: number
  /** In log order. */
  readonly compactions: readonly LoggedCompaction[]
  readonly pins: readonly Pin[]
  readonly seen: Seen
}

/** Grows by appending only; entries beyond a version's length are another version's. */
type SharedLog = {
  readonly rates: TokenRates
  readonly items: HistoryItem[]
  /** Estimated tokens of all items before each position. */
  readonly tokensBefore: number[]
  readonly positions: Map<ItemId, number>
}

/** What the active view made of the log up to `from`; from there on the log is seen as it is. */
type Seen = { readonly items: readonly HistoryItem[]; readonly tokens: number; readonly from: number }

const NOTHING_SEEN: Seen = { items: [], tokens: 0, from: 0 }

/** An empty history that counts with these rates. */
export const historyCounting = (rates: TokenRates): History => historyOf([], rates)

/** Throws on an id that is already there: ids are unique in a thread. */
export const appendItem = (history: History, item: HistoryItem): History => {
  if (positionOf(history, item.meta.id) !== undefined) throw new Error(`item ${item.meta.id} is already in the history`)
  const shared = ownsEnd(history) ? history.shared : copyOf(history)
  const before = shared.tokensBefore[history.length] ?? 0
  shared.positions.set(item.meta.id, history.length)
  shared.items.push(item)
  shared.tokensBefore.push(before + estimateItem(item, shared.rates))
  return { ...history, shared, length: history.length + 1 }
}

/** The history after one more line of the log. Lines that say nothing about the history leave it as it is. */
export const applyLine = (history: History, line: RolloutLine): History => {
  switch (line.type) {
    case 'response_item':
      // A line that was written half and then again in full counts once.
      return positionOf(history, line.payload.meta.id) === undefined ? appendItem(history, line.payload) : history
    case 'compacted':
      return withCompaction(history, line.payload)
    case 'undo':
      return withState(history, { id: line.payload.compacted_id, undone: true })
    case 'redo':
      return withState(history, { id: line.payload.compacted_id, undone: false })
    case 'rollback':
      return rolledBack(history, line.payload.turns)
    case 'pins':
      return { ...history, pins: line.payload.pins }
    case 'session_meta':
    case 'event_msg':
    case 'turn_context':
    case 'queue':
    case 'thread':
      return history
  }
}

export const historyFromLines = (lines: Iterable<RolloutLine>, rates: TokenRates = DEFAULT_RATES): History => {
  let history = historyCounting(rates)
  for (const line of lines) history = applyLine(history, line)
  return history
}

/** What the model sees, in order, legal by L1; items that are never sent are not among them. */
export const visibleItems = (history: History): readonly HistoryItem[] =>
  repairPairs([...history.seen.items, ...allItems(history).slice(history.seen.from)].filter(isSent))

/** Estimated tokens of what the model sees, instructions and tool schemas apart. O(1). */
export const visibleTokens = (history: History): number =>
  history.seen.tokens + tokensBetween(history, { start: history.seen.from, end: history.length })

/** Every item that counts, visible or not, in log order. */
export const allItems = (history: History): readonly HistoryItem[] => history.shared.items.slice(0, history.length)

export const itemCount = (history: History): number => history.length

export const itemAt = (history: History, position: number): HistoryItem | undefined =>
  position < history.length ? history.shared.items[position] : undefined

export const positionOf = (history: History, id: ItemId): number | undefined => {
  const position = history.shared.positions.get(id)
  return position !== undefined && position < history.length ? position : undefined
}

/** Turns of the user that count: what a rollback can take back. */
export const turnCount = (history: History): number => turnStarts(allItems(history)).length

/** Estimated tokens of the logged items from `start` up to, not including, `end`. */
export const tokensBetween = (
  history: History,
  { start, end }: { readonly start: number; readonly end: number },
): number => (history.shared.tokensBefore[end] ?? 0) - (history.shared.tokensBefore[start] ?? 0)

/** The compaction through which the model sees the log now; `null` when it sees all of it. */
export const activeCompaction = (history: History): LoggedCompaction | null =>
  history.compactions.findLast((compaction) => !compaction.undone) ?? null

export const isSent = (item: HistoryItem): boolean => item.type !== 'progress' && item.type !== 'ghost_snapshot'

const historyOf = (items: readonly HistoryItem[], rates: TokenRates): History => ({
  shared: sharedLogOf(items, rates),
  length: items.length,
  compactions: [],
  pins: [],
  seen: NOTHING_SEEN,
})

const sharedLogOf = (items: readonly HistoryItem[], rates: TokenRates): SharedLog => {
  const tokensBefore = [0]
  for (const item of items) tokensBefore.push((tokensBefore.at(-1) ?? 0) + estimateItem(item, rates))
  return {
    rates,
    items: [...items],
    tokensBefore,
    positions: new Map(items.map((item, position) => [item.meta.id, position])),
  }
}

const ownsEnd = (history: History): boolean => history.length > 0 && history.length === history.shared.items.length

const copyOf = (history: History): SharedLog => sharedLogOf(allItems(history), history.shared.rates)

const readerOf = (history: History): LogReader => ({
  positionOf: (id) => positionOf(history, id),
  at: (position) => itemAt(history, position),
})

const withCompaction = (history: History, entry: Compacted): History =>
  // A view over items this log does not have would hide what it cannot show: the history stays whole.
  seenThrough(entry, history) === null
    ? history
    : seenAgain({
        ...history,
        compactions: [...history.compactions, { entry, position: history.length, undone: false }],
      })

const withState = (
  history: History,
  { id, undone }: { readonly id: CompactionId; readonly undone: boolean },
): History =>
  seenAgain({
    ...history,
    compactions: history.compactions.map((compaction) =>
      compaction.entry.id === id ? { ...compaction, undone } : compaction,
    ),
  })

const rolledBack = (history: History, turns: number): History => {
  const length = firstItemOfLastTurns(allItems(history), turns)
  return seenAgain({
    ...history,
    length,
    compactions: history.compactions.filter((compaction) => compaction.position <= length),
  })
}

const seenAgain = (history: History): History => {
  const active = activeCompaction(history)
  return { ...history, seen: active === null ? NOTHING_SEEN : (seenThrough(active.entry, history) ?? NOTHING_SEEN) }
}

const seenThrough = ({ view }: Compacted, history: History): Seen | null => {
  const through = view.through === null ? -1 : positionOf(history, view.through)
  const items = projectView(view, readerOf(history))
  if (through === undefined || items === null) return null
  return {
    items,
    tokens: items.reduce((sum, item) => sum + estimateItem(item, history.shared.rates), 0),
    from: through + 1,
  }
}

/** Counts with the default rates. Last, as it is made when the file is loaded. */
export const emptyHistory: History = historyCounting(DEFAULT_RATES)

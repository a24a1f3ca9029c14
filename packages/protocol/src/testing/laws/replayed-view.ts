/**
 * L7: the log alone gives the history that the model saw. The reading of the log here is a deliberate second copy of the
 * product's; it knows views, undo, redo and rollback, and compares item for item.
 */
import type { View, ViewEntry } from '../../compaction.ts'
import { type HistoryItem, isToolOutput } from '../../history-item.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'

/** `seen` is what the running session shows its model now. Token estimates are not compared: they may be counted anew. */
export const checkReplay = (lines: readonly RolloutLine[], seen: readonly HistoryItem[]): Breach[] => {
  const expected = itemsOfLog(lines).filter(isSent)
  const given = seen.filter((item) => !isStandIn(item, expected))
  const count = Math.max(expected.length, given.length)
  for (let index = 0; index < count; index += 1) {
    const [mine, theirs] = [expected[index], given[index]]
    if (mine !== undefined && theirs !== undefined && fingerprint(mine) === fingerprint(theirs)) continue
    return [
      { law: 'L7', at: `item ${index}`, message: `the log gives ${named(mine)}, the session shows ${named(theirs)}` },
    ]
  }
  return []
}

const isSent = ({ type }: HistoryItem): boolean => type !== 'progress' && type !== 'ghost_snapshot'

/** A result put in for a call that is still open is no part of the log. */
const isStandIn = (item: HistoryItem, expected: readonly HistoryItem[]): boolean =>
  isToolOutput(item) && item.meta.origin === 'synthetic' && !expected.some(({ meta }) => meta.id === item.meta.id)

const named = (item: HistoryItem | undefined): string =>
  item === undefined ? 'nothing' : `${item.type} ${item.meta.id}`

/** Everything but the estimate, keys in one order. */
const fingerprint = (item: HistoryItem): string =>
  JSON.stringify({ ...item, meta: { ...item.meta, tokens: undefined } }, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

type Compaction = { readonly id: string; readonly view: View; readonly itemsThen: number; undone: boolean }

const itemsOfLog = (lines: readonly RolloutLine[]): readonly HistoryItem[] => {
  let items: HistoryItem[] = []
  let compactions: Compaction[] = []
  for (const line of lines) {
    if (line.type === 'response_item') items.push(line.payload)
    if (line.type === 'compacted')
      compactions.push({ id: line.payload.id, view: line.payload.view, itemsThen: items.length, undone: false })
    if (line.type === 'undo' || line.type === 'redo')
      for (const compaction of compactions)
        if (compaction.id === line.payload.compacted_id) compaction.undone = line.type === 'undo'
    if (line.type === 'rollback') {
      items = items.slice(0, startOfLastTurns(items, line.payload.turns))
      const left = items.length
      compactions = compactions.filter(({ itemsThen }) => itemsThen <= left)
    }
  }
  const active = compactions.findLast(({ undone }) => !undone)
  return active === undefined ? items : throughView(items, active.view)
}

/** Where the last turns with words of the user begin. */
const startOfLastTurns = (items: readonly HistoryItem[], turns: number): number => {
  let left = turns
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index]
    const isLast = item?.type === 'message' && item.role === 'user' && item.meta.origin === 'user'
    const turn = item?.meta.turn_id
    if (!isLast) continue
    while (turn !== undefined && items[index - 1]?.meta.turn_id === turn) index -= 1
    left -= 1
    if (left === 0) return index
  }
  return 0
}

const throughView = (items: readonly HistoryItem[], view: View): readonly HistoryItem[] => {
  const end = view.through === null ? 0 : positionOf(items, view.through) + 1
  return [...view.entries.flatMap((entry) => entryItems(entry, items)), ...items.slice(end)]
}

const positionOf = (items: readonly HistoryItem[], id: string): number => items.findIndex(({ meta }) => meta.id === id)

const entryItems = (entry: ViewEntry, items: readonly HistoryItem[]): readonly HistoryItem[] => {
  switch (entry.kind) {
    case 'insert':
      return [entry.item]
    case 'clear':
      return items.flatMap((item) =>
        item.meta.id === entry.id && isToolOutput(item)
          ? [{ ...item, output: entry.placeholder, meta: { ...item.meta, cleared: true } }]
          : [],
      )
    case 'keep': {
      const kept = items.slice(positionOf(items, entry.first), positionOf(items, entry.last) + 1)
      return entry.handled === true ? kept.map(marked) : kept
    }
  }
}

/** A handled message has its mark as a part in front of the user's words. */
const marked = (item: HistoryItem): HistoryItem =>
  item.type === 'message'
    ? {
        ...item,
        content: [{ type: 'input_text', text: `[${item.meta.id}, handled]` }, ...item.content],
        meta: { ...item.meta, handled: true },
      }
    : item

/**
 * The history that a log stands for, read line by line: which items count, which compactions, and what a model sees. A
 * deliberate second copy of the product's reading, so that neither can hide the other's fault.
 */
import type { View, ViewEntry } from '../../compaction.ts'
import { type HistoryItem, isToolOutput } from '../../history-item.ts'
import type { Pin } from '../../pin.ts'
import type { Compacted, RolloutLine } from '../../rollout-item.ts'

export type ReadCompaction = { readonly entry: Compacted; readonly itemsThen: number; undone: boolean }

/** What the lines taken so far say. */
export class LogReading {
  #items: HistoryItem[] = []
  #compactions: ReadCompaction[] = []
  #pins: readonly Pin[] = []

  /** Items that count, oldest first: what was rolled back is not among them. */
  get items(): readonly HistoryItem[] {
    return this.#items
  }

  get pins(): readonly Pin[] {
    return this.#pins
  }

  /** The compaction whose view counts now. */
  get active(): ReadCompaction | null {
    return this.#compactions.findLast(({ undone }) => !undone) ?? null
  }

  /** The one that wrote the view anew; clearing results leaves all else as it was. */
  get renewing(): ReadCompaction | null {
    return this.#compactions.findLast(({ undone, entry }) => !undone && entry.strategy !== 'micro') ?? null
  }

  take(line: RolloutLine): void {
    if (line.type === 'response_item') this.#items.push(line.payload)
    if (line.type === 'pins') this.#pins = line.payload.pins
    if (line.type === 'compacted')
      this.#compactions.push({ entry: line.payload, itemsThen: this.#items.length, undone: false })
    if (line.type === 'undo' || line.type === 'redo')
      for (const compaction of this.#compactions)
        if (compaction.entry.id === line.payload.compacted_id) compaction.undone = line.type === 'undo'
    if (line.type === 'rollback') {
      this.#items = this.#items.slice(0, startOfLastTurns(this.#items, line.payload.turns))
      const left = this.#items.length
      this.#compactions = this.#compactions.filter(({ itemsThen }) => itemsThen <= left)
    }
  }

  /** What a model sees, in order; what is never sent is left out. */
  visible(): readonly HistoryItem[] {
    const { active } = this
    return (active === null ? this.#items : throughView(this.#items, active.entry.view)).filter(isSent)
  }
}

export const readLog = (lines: readonly RolloutLine[]): LogReading => {
  const reading = new LogReading()
  for (const line of lines) reading.take(line)
  return reading
}

/** Items of one type were only ever shown, those of the other only ever kept. */
const isSent = ({ type }: HistoryItem): boolean => type !== 'progress' && type !== 'ghost_snapshot'

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
  const places = new Map(items.map(({ meta }, place) => [meta.id, place]))
  const end = view.through === null ? 0 : (places.get(view.through) ?? -1) + 1
  return [...view.entries.flatMap((entry) => entryItems(entry, { items, places })), ...items.slice(end)]
}

type Placed = { readonly items: readonly HistoryItem[]; readonly places: ReadonlyMap<string, number> }

const entryItems = (entry: ViewEntry, { items, places }: Placed): readonly HistoryItem[] => {
  if (entry.kind === 'insert') return [entry.item]
  if (entry.kind === 'clear') {
    const item = items[places.get(entry.id) ?? -1]
    return item !== undefined && isToolOutput(item)
      ? [{ ...item, output: entry.placeholder, meta: { ...item.meta, cleared: true } }]
      : []
  }
  const [first, last] = [places.get(entry.first) ?? items.length, places.get(entry.last) ?? -1]
  const kept = items.slice(first, last + 1)
  return entry.handled === true ? kept.map(marked) : kept
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

/**
 * What the model sees of a log through a view. A view names items; this turns the names back into items, the same on
 * every reload (L7).
 */
import { type HistoryItem, type ItemId, type ItemMeta, isToolOutput, type View, type ViewEntry } from '@rawr/protocol'

/** The log a view is read against: position of an item by id, item by position. */
export type LogReader = {
  readonly positionOf: (id: ItemId) => number | undefined
  readonly at: (position: number) => HistoryItem | undefined
}

/** `null` where the view names an item that the log does not have: such a view says nothing about this log. */
export const projectView = (view: View, log: LogReader): readonly HistoryItem[] | null => {
  const items: HistoryItem[] = []
  for (const entry of view.entries) {
    const seen = projectEntry(entry, log)
    if (seen === null) return null
    for (const item of seen) items.push(item)
  }
  return items
}

const projectEntry = (entry: ViewEntry, log: LogReader): readonly HistoryItem[] | null => {
  if (entry.kind === 'insert') return [entry.item]
  if (entry.kind === 'clear') {
    const item = itemById(entry.id, log)
    return item === null ? null : [cleared(item, entry.placeholder)]
  }
  const first = log.positionOf(entry.first)
  const last = log.positionOf(entry.last)
  if (first === undefined || last === undefined || last < first) return null
  const kept: HistoryItem[] = []
  for (let position = first; position <= last; position += 1) {
    const item = log.at(position)
    if (item !== undefined) kept.push(entry.handled === true ? handled(item) : item)
  }
  return kept
}

const itemById = (id: ItemId, log: LogReader): HistoryItem | null => {
  const position = log.positionOf(id)
  return position === undefined ? null : (log.at(position) ?? null)
}

const cleared = (item: HistoryItem, placeholder: string): HistoryItem =>
  isToolOutput(item) ? { ...item, output: placeholder, meta: { ...withoutTokens(item.meta), cleared: true } } : item

/** The words themselves stay byte-identical; the mark is a part of its own in front of them. */
const handled = (item: HistoryItem): HistoryItem =>
  item.type === 'message'
    ? {
        ...item,
        content: [{ type: 'input_text', text: handledMark(item.meta.id) }, ...item.content],
        meta: { ...withoutTokens(item.meta), handled: true },
      }
    : item

const handledMark = (id: ItemId): string => `[${id}, handled]`

const withoutTokens = ({ tokens: _, ...meta }: ItemMeta): ItemMeta => meta

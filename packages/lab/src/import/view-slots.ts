/** What the model sees, item by item, while a file is read; and the same as the view of a `compacted` line. */
import type { HistoryItem, ItemId, ViewEntry } from '@rawr/protocol'

/** `position` is the item's place in the log, from 0. */
export type ViewSlot =
  | { readonly kind: 'keep'; readonly id: ItemId; readonly position: number }
  | { readonly kind: 'clear'; readonly id: ItemId; readonly placeholder: string }
  | { readonly kind: 'insert'; readonly item: HistoryItem }

/** Neighbours in the log become one range. */
export const viewEntries = (slots: readonly ViewSlot[]): ViewEntry[] => {
  const entries: ViewEntry[] = []
  let range: { first: ItemId; last: ItemId; end: number } | null = null
  const close = (): void => {
    if (range !== null) entries.push({ kind: 'keep', first: range.first, last: range.last })
    range = null
  }
  for (const slot of slots) {
    if (slot.kind === 'keep') {
      if (range === null || range.end !== slot.position) {
        close()
        range = { first: slot.id, last: slot.id, end: slot.position + 1 }
      } else range = { first: range.first, last: slot.id, end: slot.position + 1 }
    } else {
      close()
      entries.push(slot.kind === 'clear' ? slot : { kind: 'insert', item: slot.item, sources: [] })
    }
  }
  close()
  return entries
}

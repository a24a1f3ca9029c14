/**
 * Items as they go to a model. What a program put into the context speaks in the user's role: it goes fenced as data (L6),
 * also where another program wrote it and this one only resumed its thread.
 */
import { dataFence, isFenced } from '@rawr/prompts'
import type { HistoryItem } from '@rawr/protocol'

export const fencedItems = (items: readonly HistoryItem[]): readonly HistoryItem[] => items.map(fenced)

const fenced = (item: HistoryItem): HistoryItem => {
  if (item.type !== 'compact_boundary' && item.type !== 'attachment') return item
  if (item.text === '' || isFenced(item.text)) return item
  return { ...item, text: dataFence(item) }
}

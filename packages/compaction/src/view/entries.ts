/** Positions that stay, written as the ranges of a view. */
import type { HistoryItem, ViewEntry } from '@rawr/protocol'

export type KeptPosition = { readonly position: number; readonly handled: boolean }

/** Neighbours become one range. `kept` ascends. */
export const keepEntries = (kept: readonly KeptPosition[], items: readonly HistoryItem[]): readonly ViewEntry[] => {
  const entries: ViewEntry[] = []
  let previous: KeptPosition | undefined
  for (const next of kept) {
    const item = items[next.position]
    if (item === undefined) throw new Error(`no item at position ${next.position}`)
    const last = entries.at(-1)
    const joins = previous !== undefined && previous.position + 1 === next.position && previous.handled === next.handled
    if (joins && last?.kind === 'keep') entries[entries.length - 1] = { ...last, last: item.meta.id }
    else
      entries.push({
        kind: 'keep',
        first: item.meta.id,
        last: item.meta.id,
        ...(next.handled ? { handled: true } : {}),
      })
    previous = next
  }
  return entries
}

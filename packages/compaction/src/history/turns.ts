/** Where turns begin in a list of items. */
import type { HistoryItem } from '@rawr/protocol'

/** The user's own words, and nothing that only travels in the user role. */
export const isUserWords = (item: HistoryItem): boolean =>
  item.type === 'message' && item.role === 'user' && item.meta.origin === 'user'

/**
 * The index at which the last `turns` turns begin; 0 where there are not so many. What the program put in front of the
 * user's words in the same turn belongs to it.
 */
export const firstItemOfLastTurns = (items: readonly HistoryItem[], turns: number): number => {
  const starts = turnStarts(items)
  return turns <= 0 ? items.length : (starts.at(-turns) ?? 0)
}

export const turnStarts = (items: readonly HistoryItem[]): readonly number[] => {
  const starts: number[] = []
  let turn: string | undefined
  let firstOfTurn = 0
  items.forEach((item, index) => {
    const id = item.meta.turn_id
    if (id === undefined || id !== turn) firstOfTurn = index
    if (isUserWords(item) && (id === undefined || starts.at(-1) !== firstOfTurn)) starts.push(firstOfTurn)
    turn = id
  })
  return starts
}

/** Positions of turns in which the agent was only asked for a packet or for its notes: no view and no summary has them. */
export const asidePositions = (items: readonly HistoryItem[]): ReadonlySet<number> => {
  const turns = new Set(items.flatMap(({ meta }) => (meta.origin === 'packet' ? (meta.turn_id ?? []) : [])))
  if (turns.size === 0) return NOWHERE
  return new Set(items.flatMap(({ meta }, at) => (meta.turn_id !== undefined && turns.has(meta.turn_id) ? [at] : [])))
}

const NOWHERE: ReadonlySet<number> = new Set()

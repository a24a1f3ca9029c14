/**
 * Where a history may be cut. Each rule gives the cuts it forbids; a legal cut is one that no rule forbids. What lies
 * between two neighbouring legal cuts is a group: it stays or goes as one.
 */
import { type HistoryItem, isToolCall, isToolOutput } from '@rawr/protocol'

/** Inclusive start, exclusive end, in indexes of the list. */
export type Group = { readonly start: number; readonly end: number }

/** Cut `n` lies in front of item `n`; 0 and the length are always legal. Ascending. */
export const legalCuts = (items: readonly HistoryItem[]): readonly number[] => {
  const forbidden = new Set([...cutsInsidePairs(items), ...cutsBehindReasoning(items)])
  return Array.from({ length: items.length + 1 }, (_, cut) => cut).filter(
    (cut) => cut === 0 || cut === items.length || !forbidden.has(cut),
  )
}

/** The whole list as groups, in order. */
export const groupsOf = (items: readonly HistoryItem[]): readonly Group[] => {
  const cuts = legalCuts(items)
  return cuts.slice(1).map((end, index) => ({ start: cuts[index] ?? 0, end }))
}

/** Between a call and its result; calls that were made together hold each other's results. */
const cutsInsidePairs = (items: readonly HistoryItem[]): readonly number[] => {
  const resultAt = new Map<string, number>()
  items.forEach((item, index) => {
    if (isToolOutput(item) && !resultAt.has(item.call_id)) resultAt.set(item.call_id, index)
  })
  const cuts: number[] = []
  let openUntil = 0
  items.forEach((item, index) => {
    if (index > 0 && index <= openUntil) cuts.push(index)
    if (isToolCall(item)) openUntil = Math.max(openUntil, resultAt.get(item.call_id) ?? index)
  })
  return cuts
}

/** Between reasoning and what it led to. */
const cutsBehindReasoning = (items: readonly HistoryItem[]): readonly number[] =>
  items.flatMap((item, index) => (item.type === 'reasoning' ? [index + 1] : []))

/** L7: the log alone gives the history that the model saw, item for item, now and at every moment before. */
import { type HistoryItem, isToolCall, isToolOutput } from '../../history-item.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'
import { readLog } from './log-reading.ts'

/** `seen` is what the running session shows its model now. Token estimates are not compared: they may be counted anew. */
export const checkReplay = (lines: readonly RolloutLine[], seen: readonly HistoryItem[]): Breach[] =>
  checkSeen(readLog(lines).visible(), seen)

/** `expected` is what the log gives. */
export const checkSeen = (expected: readonly HistoryItem[], seen: readonly HistoryItem[]): Breach[] => {
  const ids = new Set(expected.map(({ meta }) => meta.id))
  const given = seen.filter((item) => !isStandIn(item, ids))
  const shown = new Set(seen.map(({ meta }) => meta.id))
  const due = expected.filter((item, at) => shown.has(item.meta.id) || !isLoose(item, expected.slice(at + 1)))
  const count = Math.max(due.length, given.length)
  for (let index = 0; index < count; index += 1) {
    const [mine, theirs] = [due[index], given[index]]
    // An item that is the same object has the same content.
    if (mine === theirs) continue
    if (mine !== undefined && theirs !== undefined && fingerprint(mine) === fingerprint(theirs)) continue
    return [
      { law: 'L7', at: `item ${index}`, message: `the log gives ${named(mine)}, the session shows ${named(theirs)}` },
    ]
  }
  return []
}

/** A result put in for a call that is still open is no part of the log. */
const isStandIn = (item: HistoryItem, expected: ReadonlySet<string>): boolean =>
  isToolOutput(item) && item.meta.origin === 'synthetic' && !expected.has(item.meta.id)

/** A provider refuses reasoning without what it led to, as it stands where a fork or a crash cut a thread: it may be left out. */
const isLoose = (item: HistoryItem, later: readonly HistoryItem[]): boolean => {
  if (item.type !== 'reasoning') return false
  const next = later.find(({ type }) => type !== 'reasoning')
  if (next === undefined) return true
  const isLedTo = isToolCall(next) || next.type === 'web_search_call' || next.type === 'compaction'
  return !(isLedTo || next.type === 'unknown' || (next.type === 'message' && next.role === 'assistant'))
}

const named = (item: HistoryItem | undefined): string =>
  item === undefined ? 'nothing' : `${item.type} ${item.meta.id}`

/** Everything but the estimate, keys in one order. */
export const fingerprint = (item: HistoryItem): string =>
  JSON.stringify({ ...item, meta: { ...item.meta, tokens: undefined } }, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

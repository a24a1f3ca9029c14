/**
 * The beginning of a request is the whole of the one before it, item for item: between two rewrites of the view (a
 * compaction, its undo, a rollback) the history only grows, or no cache of a provider is of use.
 */
import type { HistoryItem } from '../../history-item.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'
import type { SentRequest } from './recorded-thread.ts'
import { fingerprint } from './replayed-view.ts'

/** Requests beside the turn are no part of its line; images may leave a body that the provider refused. */
export const checkPrefix = (lines: readonly RolloutLine[], requests: readonly SentRequest[]): Breach[] => {
  const ofTurns = requests.flatMap(({ after, items, isBeside = false }, index) =>
    isBeside || items === undefined ? [] : [{ after, items, index }],
  )
  return ofTurns.flatMap((now, place): Breach[] => {
    const before = ofTurns[place - 1]
    if (before === undefined || lines.slice(before.after, now.after).some(isRewrite)) return []
    const at = before.items.findIndex((item, n) => !isSame(item, now.items[n]))
    if (at === -1) return []
    const was = `${before.items[at]?.type} ${before.items[at]?.meta.id}`
    return [
      { law: 'prefix', at: `request ${now.index}, item ${at}`, message: `${was} of the request before is not there` },
    ]
  })
}

const isRewrite = ({ type }: RolloutLine): boolean =>
  type === 'compacted' || type === 'undo' || type === 'redo' || type === 'rollback'

const isSame = (before: HistoryItem, now: HistoryItem | undefined): boolean =>
  now === before || (now !== undefined && fingerprint(before) === fingerprint(now))

/**
 * L8: a compaction that failed, was cancelled or was killed leaves what the model sees as it was; one that succeeded wrote
 * its view, and both say so in the log.
 */
import type { HistoryItem } from '../../history-item.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'
import { LogReading } from './log-reading.ts'
import type { LogState } from './recorded-thread.ts'
import { fingerprint } from './replayed-view.ts'

/** Of two views around a failed compaction, as the running session showed them. */
export const checkUnchanged = (before: readonly HistoryItem[], after: readonly HistoryItem[]): Breach[] => {
  const index = before.findIndex((item, place) => {
    const now = after[place]
    return now === undefined || (now !== item && fingerprint(now) !== fingerprint(item))
  })
  if (index >= 0)
    return [
      breach(`item ${index}`, `${named(before[index])} became ${named(after[index])} in a compaction that failed`),
    ]
  return after.length === before.length
    ? []
    : [breach(`item ${before.length}`, `${named(after[before.length])} was added by a compaction that failed`)]
}

type Flight = {
  readonly line: number
  readonly before: readonly HistoryItem[]
  added: HistoryItem[]
  isWritten: boolean
}

export const checkAllOrNothing = (lines: readonly RolloutLine[], state: LogState = 'at_rest'): Breach[] => {
  const reading = new LogReading()
  const breaches: Breach[] = []
  const flights = new Map<string, Flight>()
  const failed = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const report = (message: string) => breaches.push(breach(`line ${index}`, message))
    reading.take(line)
    if (line.type === 'response_item') for (const flight of flights.values()) flight.added.push(line.payload)
    if (line.type === 'compacted') {
      const flight = flights.get(line.payload.id)
      if (failed.has(line.payload.id)) report(`compaction ${line.payload.id} is written after it failed`)
      if (flight?.isWritten === true) report(`compaction ${line.payload.id} is written twice`)
      if (flight !== undefined) flight.isWritten = true
    }
    if (line.type !== 'event_msg') continue
    const { msg } = line.payload
    if (msg.type === 'compaction_started')
      flights.set(msg.compaction_id, { line: index, before: reading.visible(), added: [], isWritten: false })
    if (msg.type === 'context_compacted') {
      if (flights.get(msg.compaction_id)?.isWritten === false)
        report(`compaction ${msg.compaction_id} is reported done and wrote no view`)
      flights.delete(msg.compaction_id)
    }
    if (msg.type !== 'compact_failed' || msg.compaction_id === undefined) continue
    const flight = flights.get(msg.compaction_id)
    flights.delete(msg.compaction_id)
    failed.add(msg.compaction_id)
    if (flight === undefined) continue
    const now = checkUnchanged([...flight.before, ...flight.added.filter(isSent)], reading.visible())
    breaches.push(...now.map((found) => ({ ...found, at: `line ${index}, ${found.at}` })))
  }
  if (state === 'at_rest')
    for (const [id, { line }] of flights)
      breaches.push(breach(`line ${line}`, `compaction ${id} begins and never ends`))
  return breaches
}

const isSent = ({ type }: HistoryItem): boolean => type !== 'progress' && type !== 'ghost_snapshot'

const named = (item: HistoryItem | undefined): string =>
  item === undefined ? 'nothing' : `${item.type} ${item.meta.id}`

const breach = (at: string, message: string): Breach => ({ law: 'L8', at, message })

// The harbour log: `2031-05-04T14:30 PILOT V012 boarded at the outer buoy`.
import { parseTime } from './calendar.js'

const LINE = /^(\S+) ([A-Z]+) (V\d{3}) (.+)$/

/** Entries in order; lines of another shape are counted, not lost. */
export function readLog(text) {
  const entries = []
  let skipped = 0
  for (const line of text.split('\n')) {
    if (line === '') continue
    const match = LINE.exec(line)
    if (match === null) {
      skipped += 1
      continue
    }
    const [, time, kind, vessel, note] = match
    entries.push({ time: parseTime(time), kind, vessel, note })
  }
  return { entries, skipped }
}

/** Entries of a ship, oldest first. */
export function historyOf(log, vessel) {
  return log.entries.filter((entry) => entry.vessel === vessel)
}

/** How often each kind of entry occurs. */
export function countByKind(log) {
  const counts = {}
  for (const { kind } of log.entries) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

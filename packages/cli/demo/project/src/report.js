// The plan for people (text) and for programs (JSON).
import { clockOf, dayOf } from './calendar.js'

/** One line a stay, by day, then the ships that got nothing. */
export function textReport(result, vessels) {
  const names = new Map(vessels.map((vessel) => [vessel.id, vessel.name]))
  const lines = []
  let day = null
  for (const stay of result.stays.toSorted((a, b) => a.from - b.from || a.berth.localeCompare(b.berth))) {
    if (dayOf(stay.from) !== day) {
      day = dayOf(stay.from)
      lines.push(`${day}`)
    }
    lines.push(`  ${clockOf(stay.from)}–${clockOf(stay.to)}  ${stay.berth.padEnd(5)} ${names.get(stay.vessel)}`)
  }
  for (const { vessel, reason } of result.refused) lines.push(`! ${names.get(vessel)}: ${reason}`)
  return `${lines.join('\n')}\n`
}

/** Read by other programs: fields may be added, never renamed or dropped. */
export function jsonReport(result) {
  return {
    stays: result.stays.map((stay) => ({
      vessel: stay.vessel,
      berth: stay.berth,
      from: new Date(stay.from).toISOString(),
      to: new Date(stay.to).toISOString(),
    })),
    refused: result.refused,
  }
}

// Gives each ship the first berth and tide it can use, in order of arrival.
import { DAY_MS, HOUR_MS, overlaps } from './calendar.js'
import { KEEL_CLEARANCE, unfit } from './fleet.js'
import { windowsAbove } from './tides.js'

/** How long after its arrival a ship waits at most, milliseconds. */
export const WAIT_MAX = 3 * DAY_MS

/** Moves every ship to a berth, or says why it has none. */
export function plan({ vessels, berths, stations }) {
  const taken = new Map(berths.map((berth) => [berth.id, []]))
  const stays = []
  const refused = []
  for (const vessel of vessels.toSorted((a, b) => a.eta - b.eta)) {
    const stay = firstStay(vessel, { berths, stations, taken })
    if (stay === null) refused.push({ vessel: vessel.id, reason: reasonFor(vessel, berths) })
    else {
      taken.get(stay.berth).push(stay)
      stays.push(stay)
    }
  }
  return { stays, refused }
}

function firstStay(vessel, { berths, stations, taken }) {
  let best = null
  for (const berth of berths) {
    if (unfit(vessel, berth) !== null) continue
    const stay = stayAt(vessel, berth, { station: stations.get(berth.station), taken: taken.get(berth.id) })
    if (stay !== null && (best === null || stay.from < best.from)) best = stay
  }
  return best
}

function stayAt(vessel, berth, { station, taken }) {
  const level = vessel.draught + KEEL_CLEARANCE - berth.depth
  const length = vessel.stayHours * HOUR_MS
  for (const tide of windowsAbove(station, level, vessel.eta, vessel.eta + WAIT_MAX)) {
    const from = Math.max(tide.from, vessel.eta)
    const span = { from, to: from + length }
    if (span.from >= tide.to) continue
    if (taken.some((other) => overlaps(span, other))) continue
    return { vessel: vessel.id, berth: berth.id, ...span }
  }
  return null
}

function reasonFor(vessel, berths) {
  const reasons = berths.map((berth) => unfit(vessel, berth)).filter((reason) => reason !== null)
  return reasons.length === berths.length ? `fits no berth: ${reasons[0]}` : 'no tide and berth within three days'
}

/** Share of the hours between two times in which a berth is taken, 0…1. */
export function occupancy(stays, berth, from, to) {
  let busy = 0
  for (const stay of stays) {
    if (stay.berth !== berth.id) continue
    busy += Math.max(0, Math.min(stay.to, to) - Math.max(stay.from, from))
  }
  return busy / (to - from)
}

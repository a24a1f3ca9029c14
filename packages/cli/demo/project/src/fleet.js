// Ships that announced themselves, and the berths they may lie at.
import { parseTime } from './calendar.js'
import { parseCsv } from './csv.js'

/** Ships from `data/vessels.csv`. Lengths and draughts are metres, stays are hours. */
export function readVessels(text) {
  return parseCsv(text).map((row) => ({
    id: row.id,
    name: row.name,
    length: Number(row.length),
    draught: Number(row.draught),
    eta: parseTime(row.eta),
    stayHours: Number(row.stay_hours),
    cargo: row.cargo,
  }))
}

/** Berths from `data/berths.csv`; `depth` is metres below chart datum. */
export function readBerths(text) {
  return parseCsv(text).map((row) => ({
    id: row.id,
    quay: row.quay,
    length: Number(row.length),
    depth: Number(row.depth),
    cargoes: row.cargoes.split(' '),
    station: row.station,
  }))
}

/** Stations from `data/stations.csv`: one line a constituent. */
export function readStations(text) {
  const stations = new Map()
  for (const row of parseCsv(text)) {
    const station = stations.get(row.station) ?? {
      id: row.station,
      epoch: parseTime(row.epoch),
      meanLevel: Number(row.mean_level),
      parts: [],
    }
    station.parts.push({ name: row.constituent, amplitude: Number(row.amplitude), phase: Number(row.phase) })
    stations.set(row.station, station)
  }
  return stations
}

/** Metres of water a ship wants under its keel. */
export const KEEL_CLEARANCE = 0.5

/** Why a ship can never lie at a berth; null when it can. */
export function unfit(vessel, berth) {
  if (vessel.length > berth.length) return `${vessel.length} m long, berth has ${berth.length} m`
  if (!berth.cargoes.includes(vessel.cargo)) return `${vessel.cargo} is not handled at ${berth.quay}`
  return null
}

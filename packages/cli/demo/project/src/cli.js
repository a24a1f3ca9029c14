#!/usr/bin/env node
// quayside plan · quayside tides STATION DAY · quayside log VESSEL
import { readFileSync } from 'node:fs'
import { clockOf, DAY_MS, parseTime } from './calendar.js'
import { readBerths, readStations, readVessels } from './fleet.js'
import { historyOf, readLog } from './log-reader.js'
import { plan } from './planner.js'
import { textReport } from './report.js'
import { turningPoints } from './tides.js'

const data = (name) => readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')

const commands = {
  plan() {
    const vessels = readVessels(data('vessels.csv'))
    const berths = readBerths(data('berths.csv'))
    const stations = readStations(data('stations.csv'))
    return textReport(plan({ vessels, berths, stations }), vessels)
  },
  tides(stationId, day) {
    const station = readStations(data('stations.csv')).get(stationId)
    if (station === undefined) throw new RangeError(`no station ${stationId}`)
    const from = parseTime(day)
    return turningPoints(station, from, from + DAY_MS)
      .map((point) => `${clockOf(point.time)} ${point.kind} ${point.height.toFixed(2)} m\n`)
      .join('')
  },
  log(vessel) {
    const log = readLog(data('harbour.log'))
    return historyOf(log, vessel)
      .map((entry) => `${clockOf(entry.time)} ${entry.kind} ${entry.note}\n`)
      .join('')
  },
}

const [name, ...rest] = process.argv.slice(2)
const command = commands[name]
if (command === undefined) {
  process.stderr.write(`quayside: no command ${name ?? ''}; one of ${Object.keys(commands).join(', ')}\n`)
  process.exitCode = 2
} else process.stdout.write(command(...rest))

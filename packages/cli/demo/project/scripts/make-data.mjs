// Writes the harbour office's files under data/, the same bytes each time: an invented harbour, invented ships.
import { mkdirSync, writeFileSync } from 'node:fs'

let seed = 20310504
const next = (n) => {
  seed = (seed * 1103515245 + 12345) % 2147483648
  // The low bits of such a generator repeat soon.
  return Math.floor(seed / 65_536) % n
}
const pick = (list) => list[next(list.length)]
const out = new URL('../data/', import.meta.url)
mkdirSync(out, { recursive: true })

const FIRST = ['Grey', 'Silver', 'Northern', 'Quiet', 'Amber', 'Distant', 'Salt', 'Early', 'Copper', 'Long']
const SECOND = ['Heron', 'Petrel', 'Lantern', 'Passage', 'Tern', 'Harbour', 'Current', 'Ledger', 'Bell', 'Morning']
const CARGO = ['grain', 'timber', 'containers', 'oil', 'cars']
const time = (hour) => new Date(Date.UTC(2031, 4, 1) + hour * 3_600_000).toISOString().slice(0, 16)

const vessels = ['id,name,length,draught,eta,stay_hours,cargo']
for (let i = 1; i <= 96; i += 1)
  vessels.push(
    `V${String(i).padStart(3, '0')},"${pick(FIRST)} ${pick(SECOND)}",${80 + next(160)},${(5 + next(70) / 10).toFixed(1)},${time(i * 5 + next(4))},${8 + next(30)},${pick(CARGO)}`,
  )
writeFileSync(new URL('vessels.csv', out), `${vessels.join('\n')}\n`)

const stations = ['station,epoch,mean_level,constituent,amplitude,phase']
for (const [index, id] of ['OUTER', 'NORTH', 'SOUTH', 'LOCK'].entries())
  for (const [part, amplitude] of [
    ['M2', 1.62],
    ['S2', 0.55],
    ['N2', 0.31],
    ['K1', 0.12],
    ['O1', 0.1],
  ])
    stations.push(
      `${id},2031-01-01,${(3.1 + index / 10).toFixed(1)},${part},${(amplitude * (1 + index / 20)).toFixed(3)},${next(360)}`,
    )
writeFileSync(new URL('stations.csv', out), `${stations.join('\n')}\n`)

const berths = ['id,quay,length,depth,cargoes,station']
for (let i = 1; i <= 12; i += 1)
  berths.push(
    `B${String(i).padStart(2, '0')},${pick(['North Quay', 'South Quay', 'Lock Side'])},${120 + i * 12},${(7 + next(50) / 10).toFixed(1)},${pick(CARGO)} ${pick(CARGO)} ${pick(CARGO)},${pick(['NORTH', 'SOUTH', 'LOCK'])}`,
  )
writeFileSync(new URL('berths.csv', out), `${berths.join('\n')}\n`)

const KINDS = {
  ETA: ['announced for the morning tide', 'announced, asks for a pilot', 'moved its arrival by two hours'],
  PILOT: ['boarded at the outer buoy', 'left at the lock', 'asked for a second tug'],
  BERTH: ['first line ashore', 'all fast', 'shifted ten metres ahead'],
  CARGO: ['hatches open', 'crane two stopped for wind', 'finished loading', 'waiting for trucks'],
  DEPART: ['singled up', 'let go', 'cleared the breakwater'],
}
const log = []
for (let i = 0; i < 1400; i += 1) {
  const kind = pick(Object.keys(KINDS))
  log.push(`${time(i / 3)} ${kind} V${String(1 + next(96)).padStart(3, '0')} ${pick(KINDS[kind])}`)
  if (i % 173 === 172) log.push(`-- watch changed, ${pick(FIRST)} shift --`)
}
writeFileSync(new URL('harbour.log', out), `${log.join('\n')}\n`)

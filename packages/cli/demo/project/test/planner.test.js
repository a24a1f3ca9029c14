import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '../src/calendar.js'
import { occupancy, plan } from '../src/planner.js'
import { jsonReport, textReport } from '../src/report.js'

const station = { id: 'X', epoch: 0, meanLevel: 3, parts: [{ name: 'S2', amplitude: 1, phase: 0 }] }
const stations = new Map([['X', station]])
const berth = { id: 'B01', quay: 'North Quay', length: 200, depth: 9, cargoes: ['grain'], station: 'X' }
const ship = (id, fields = {}) => ({ id, name: `Ship ${id}`, length: 150, draught: 8, eta: 0, stayHours: 10, cargo: 'grain', ...fields })

const planOf = (...vessels) => plan({ vessels, berths: [berth], stations })

test('a ship that fits lies at once', () => assert.deepEqual(planOf(ship('V001')).stays, [{ vessel: 'V001', berth: 'B01', from: 0, to: 10 * HOUR_MS }]))
test('a ship too long gets the reason', () => assert.match(planOf(ship('V001', { length: 300 })).refused[0].reason, /300 m long/))
test('a cargo not handled gets the reason', () => assert.match(planOf(ship('V001', { cargo: 'oil' })).refused[0].reason, /oil is not handled/))
test('two ships never share a berth', () => {
  const { stays } = planOf(ship('V001'), ship('V002', { eta: HOUR_MS }))
  assert.ok(stays.length < 2 || stays[0].to <= stays[1].from)
})
test('the second ship waits for the first and then lies', () => assert.equal(planOf(ship('V001'), ship('V002')).stays.length, 2))
test('occupancy of half the time', () => assert.equal(occupancy([{ berth: 'B01', from: 0, to: 10 }], berth, 0, 20), 0.5))
test('the JSON report keeps its names', () => assert.deepEqual(Object.keys(jsonReport(planOf(ship('V001'))).stays[0]), ['vessel', 'berth', 'from', 'to']))
test('the text report has a line a stay', () => assert.match(textReport(planOf(ship('V001')), [ship('V001')]), /00:00–10:00 {2}B01 {3}Ship V001/))

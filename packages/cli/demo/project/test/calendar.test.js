import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockOf, DAY_MS, dayOf, daysTouched, hoursBetween, overlaps, parseTime } from '../src/calendar.js'

const noon = Date.UTC(2031, 4, 4, 12)

test('a day has the date of UTC', () => assert.equal(dayOf(Date.UTC(2031, 4, 4, 23, 59)), '2031-05-04'))
test('a clock has the hour of UTC', () => assert.equal(clockOf(noon), '12:00'))
test('a date without a clock is midnight', () => assert.equal(parseTime('2031-05-04'), noon - DAY_MS / 2))
test('a date with a clock', () => assert.equal(parseTime('2031-05-04T12:00'), noon))
test('a time of another shape is refused', () => assert.throws(() => parseTime('4 May'), RangeError))
test('hours between round down', () => assert.equal(hoursBetween(noon, noon + 5_399_000), 1))
test('a span over midnight touches two days', () =>
  assert.deepEqual(daysTouched(noon, noon + DAY_MS), ['2031-05-04', '2031-05-05']))
test('spans that only meet do not overlap', () =>
  assert.equal(overlaps({ from: 0, to: 5 }, { from: 5, to: 9 }), false))

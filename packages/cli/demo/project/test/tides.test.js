import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../src/calendar.js'
import { curve, heightAt, turningPoints, windowsAbove } from '../src/tides.js'

const station = { id: 'X', epoch: 0, meanLevel: 3, parts: [{ name: 'S2', amplitude: 1, phase: 0 }] }

test('the mean level plus the amplitude at high water', () => assert.equal(heightAt(station, 0), 4))
test('half a cycle later it is low', () => assert.ok(Math.abs(heightAt(station, 6 * HOUR_MS) - 2) < 1e-9))
test('an unknown constituent is refused', () =>
  assert.throws(() => heightAt({ ...station, parts: [{ name: 'Q9', amplitude: 1, phase: 0 }] }, 0), RangeError))
test('a curve has both ends', () => assert.equal(curve(station, 0, HOUR_MS).length, 5))
test('two highs and two lows a day', () => {
  const kinds = turningPoints(station, HOUR_MS, DAY_MS + HOUR_MS).map((point) => point.kind)
  assert.deepEqual(kinds, ['low', 'high', 'low', 'high'])
})
test('windows above the mean last half the time', () => {
  const hours = windowsAbove(station, 3, 0, DAY_MS).reduce((sum, span) => sum + (span.to - span.from) / HOUR_MS, 0)
  assert.ok(Math.abs(hours - 12) <= 1, `${hours} hours`)
})

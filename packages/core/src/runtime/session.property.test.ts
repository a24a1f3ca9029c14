import fc from 'fast-check'
import { test } from 'vitest'
import { checkLife, checkSecondLife, plans } from '../testing/random-life.ts'

test('whatever clients, models and clocks do in whatever order: the log keeps the laws', async () => {
  await fc.assert(fc.asyncProperty(plans, checkLife), { numRuns: 300 })
}, 60_000)

test('any such log, cut anywhere and opened again: nothing lost, nothing doubled, nothing run again', async () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  await fc.assert(fc.asyncProperty(plans, share, checkSecondLife), { numRuns: 300 })
}, 60_000)

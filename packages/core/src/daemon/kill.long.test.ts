import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { runKilled } from './testing/kill-bench.ts'
import { breachesOf } from './testing/kill-laws.ts'

/** Together forty points, anywhere in the work; `pnpm crash` takes two hundred. */
const RUNS = Number(process.env.RAWR_CRASH_RUNS ?? 8)
const KILLS_PER_RUN = 5

test.each(Array.from({ length: RUNS }, (_, run) => run))('run %i: killed at five random points', async () => {
  const kills = Array.from({ length: KILLS_PER_RUN }, () => ({ items: randomInt(1, 40), ms: randomInt(0, 25) }))
  const report = await runKilled({ tasks: 10, kills })
  expect({ kills, breaches: breachesOf(report) }).toEqual({ kills, breaches: [] })
  expect(report.cutTurns).toBeGreaterThan(0)
})

import { expect, test } from 'vitest'
import { runKilled } from './testing/kill-bench.ts'
import { breachesOf } from './testing/kill-laws.ts'

test('a daemon killed in mid-turn loses and doubles no message and runs no call again', {
  timeout: 120_000,
}, async () => {
  const kills = [
    { items: 9, ms: 0 },
    { items: 17, ms: 6 },
  ]
  const report = await runKilled({ tasks: 3, kills })
  expect(breachesOf(report)).toEqual([])
  expect(report.cutTurns).toBeGreaterThan(0)
})

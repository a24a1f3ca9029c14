import { expect, onTestFinished, test } from 'vitest'
import { openCrew } from './crew.ts'

/** Faults of the product that are known and not mended yet: docs/simulation.md, "Open faults". Nothing else may break. */
const OPEN: readonly RegExp[] = [
  /^L9: it joins the compaction of …, which the log does not know/,
  /^L10: … \(hard_limit\) runs at … tokens, and the breaker opened at …/,
  /^log: the daemon is not idle/,
  /^log: Error: ENOSPC: the disk is full/,
]

test('2,000 stories keep every law but for the open faults', async () => {
  const crew = openCrew({ size: 2 })
  onTestFinished(crew.close)
  const broken = await crew.play({ from: 0, to: 2_000 })
  expect(broken.filter(({ kind }) => !OPEN.some((open) => open.test(kind)))).toEqual([])
  // A fault that everybody meets is no longer an exception to live with.
  expect(broken.length).toBeLessThan(20)
}, 600_000)

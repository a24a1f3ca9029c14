import { expect, onTestFinished, test } from 'vitest'
import { openCrew } from './crew.ts'

/** Faults of the product that are known and not mended yet: docs/simulation.md, "Open faults". Nothing else may break. */
const OPEN: readonly string[] = [
  'L12: message … was rejected (thread_not_found) and is in the log',
  'L11: a decision was made from … of … tokens, which was never shown',
]

test('2,000 stories keep every law but for the open faults', async () => {
  const crew = openCrew({ size: 2 })
  onTestFinished(crew.close)
  const broken = await crew.play({ from: 0, to: 2_000 })
  expect(broken.filter(({ kind }) => !OPEN.includes(kind))).toEqual([])
  // A fault that everybody meets is no longer an exception to live with.
  expect(broken.length).toBeLessThan(20)
}, 600_000)

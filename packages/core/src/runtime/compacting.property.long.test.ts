import fc from 'fast-check'
import { test } from 'vitest'
import { checkCompactingLife, compactingLives } from '../testing/compacting-life.ts'

test('a thousand such lives', async () => {
  await fc.assert(fc.asyncProperty(compactingLives, checkCompactingLife), { numRuns: 1_000 })
}, 600_000)

import fc from 'fast-check'
import { test } from 'vitest'
import { checkCompactingLife, compactingLives } from '../testing/compacting-life.ts'

test('compacted in every way, undone, forked, rolled back and killed in any order: rules, pins and laws hold', async () => {
  await fc.assert(fc.asyncProperty(compactingLives, checkCompactingLife), { numRuns: 20 })
})

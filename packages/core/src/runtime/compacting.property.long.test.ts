import fc from 'fast-check'
import { test } from 'vitest'
import { checkCompactingLife, compactingLives } from '../testing/compacting-life.ts'

test('1,000 random sequences of turns, pins, every strategy, micro among them, undo, redo, fork, rollback, resume and kill keep every rule, pin and law', async () => {
  await fc.assert(fc.asyncProperty(compactingLives, checkCompactingLife), { numRuns: 1_000 })
}, 600_000)

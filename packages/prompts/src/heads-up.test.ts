import { expect, test } from 'vitest'
import { headsUp } from './heads-up.ts'

test('a heads-up says how much is left, why now, and how to stop it', () => {
  expect(
    headsUp({
      tier: 'ready',
      percentRemaining: 70,
      boundaries: ['commit', 'plan_checkpoint'],
      howToCancel: 'Esc cancels.',
    }),
  ).toBe(
    'Compacting the conversation: 70 % of the context left (ready), after a commit, a finished plan step. Esc cancels.',
  )
  expect(headsUp({ tier: 'emergency', percentRemaining: 9, boundaries: [] })).toBe(
    'Compacting the conversation: 9 % of the context left (emergency), room is running out.',
  )
})

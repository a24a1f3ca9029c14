import { expect, test } from 'vitest'
import { boundariesOf } from './boundaries.ts'

const seen = (boundaries: 'commit'[]) =>
  ({ seen: boundaries, completedSteps: 0, usedTools: true, turn: 'work' }) as const

test('observed boundaries come first, and only what the message says makes a semantic break', () => {
  expect(boundariesOf(seen(['commit']), { message: 'Moving on.', phrases: {}, endedTurn: null })).toEqual({
    boundaries: ['commit', 'topic_shift'],
    semanticBreak: true,
    heard: [{ boundary: 'topic_shift', signs: ['says_shift'], points: 1, needed: 1 }],
  })
  expect(boundariesOf(seen(['commit']), { message: null, phrases: {}, endedTurn: { usedTools: true } })).toEqual({
    boundaries: ['commit'],
    semanticBreak: false,
    heard: [],
  })
})

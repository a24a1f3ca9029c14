import { expect, test } from 'vitest'
import { boundariesOf } from './boundaries.ts'

const seen = (boundaries: 'commit'[]) => ({ seen: boundaries, completedSteps: 0, turn: 'work' }) as const

test('observed boundaries come first, and only what the message says makes a semantic break', () => {
  expect(boundariesOf(seen(['commit']), { lastAgentMessage: 'Moving on.', phrases: {} })).toEqual({
    boundaries: ['commit', 'topic_shift'],
    semanticBreak: true,
  })
  expect(boundariesOf(seen(['commit']), { lastAgentMessage: null, phrases: {} })).toEqual({
    boundaries: ['commit'],
    semanticBreak: false,
  })
})

import { expect, test } from 'vitest'
import { reviewPrompt } from './review.ts'

test.each([
  [{ kind: 'uncommitted' }, 'git diff HEAD'],
  [{ kind: 'base', branch: 'main' }, 'git merge-base HEAD main'],
  [{ kind: 'commit', sha: 'abc123' }, 'git show abc123'],
] as const)('a review of %o says how to see it, and that nothing changes', (target, command) => {
  expect(reviewPrompt({ target })).toContain(command)
  expect(reviewPrompt({ target })).toContain('Change nothing')
})

test('the person’s own words are in it', () => {
  expect(reviewPrompt({ target: { kind: 'uncommitted' }, instructions: 'the locks' })).toContain('this: the locks')
})

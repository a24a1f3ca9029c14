import { expect, test } from 'vitest'
import { continuationPrompt } from './continuation.ts'

test('a continuation names the plan, approves nothing, and does not read like a request to compact', () => {
  expect(continuationPrompt).toContain('plan')
  expect(continuationPrompt).not.toMatch(/approve|allowed|you may|compact|summar/i)
})

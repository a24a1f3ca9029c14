import { expect, test } from 'vitest'
import { userEvent } from './event-of-text.ts'
import { memoEvents } from './memo-events.ts'

test('the same list is read once, another list again', () => {
  let reads = 0
  const length = memoEvents((events) => {
    reads += 1
    return events.length
  })
  const events = [userEvent('a', 'i1')]
  expect([length(events), length(events), length([...events])]).toEqual([1, 1, 1])
  expect(reads).toBe(2)
})

import { expect, test } from 'vitest'
import { countOnce } from './count-once.ts'

test('a short text is counted once, a long one each time, and both rightly', () => {
  const asked: number[] = []
  const count = countOnce((text) => {
    asked.push(text.length)
    return text.length
  })
  const long = 'x'.repeat(5_000)
  expect([count('ab'), count('ab'), count(long), count(long)]).toEqual([2, 2, 5_000, 5_000])
  expect(asked).toEqual([2, 5_000, 5_000])
})

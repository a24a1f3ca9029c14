import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakerAfter, type CompactionOutcome, emptyBreaker, isOpen } from './breaker.ts'

const windowTokens = 100_000
const failed: CompactionOutcome = { kind: 'failed', usedTokens: 50_000 }
const futile: CompactionOutcome = { kind: 'futile', usedTokens: 50_000 }
const after = (outcomes: readonly CompactionOutcome[]) => outcomes.reduce(breakerAfter, emptyBreaker)

test('three failures or two futile compactions in a row open the breaker', () => {
  const rows: { outcomes: CompactionOutcome[]; expected: boolean }[] = [
    { outcomes: [], expected: false },
    { outcomes: [failed, failed], expected: false },
    { outcomes: [failed, failed, failed], expected: true },
    { outcomes: [futile], expected: false },
    { outcomes: [futile, futile], expected: true },
    { outcomes: [failed, failed, { kind: 'succeeded' }, failed], expected: false },
    { outcomes: [futile, { kind: 'succeeded' }, futile], expected: false },
    { outcomes: [futile, futile, { kind: 'manual' }], expected: false },
    { outcomes: [futile, futile, { kind: 'manual' }, failed], expected: true },
    { outcomes: [futile, futile, { kind: 'succeeded' }], expected: false },
  ]
  for (const { outcomes, expected } of rows)
    expect([outcomes, isOpen(after(outcomes), { usedTokens: 50_000, windowTokens })]).toEqual([outcomes, expected])
})

test('growth of a tenth of the window half-opens it, and one more failure opens it again', () => {
  const open = after([failed, failed, failed])
  expect(isOpen(open, { usedTokens: 59_999, windowTokens })).toBe(true)
  expect(isOpen(open, { usedTokens: 60_000, windowTokens })).toBe(false)
  const again = breakerAfter(open, { kind: 'failed', usedTokens: 60_000 })
  expect(isOpen(again, { usedTokens: 69_999, windowTokens })).toBe(true)
})

test('without growth no list of bad outcomes allows more than four attempts', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(failed, futile), { maxLength: 30 }), (outcomes) => {
      let breaker = emptyBreaker
      let attempts = 0
      for (const outcome of outcomes) {
        if (isOpen(breaker, { usedTokens: 50_000, windowTokens })) continue
        attempts += 1
        breaker = breakerAfter(breaker, outcome)
      }
      return attempts <= 4
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contextUsage } from './context-pressure.ts'
import { CACHE_TTL_MS, compactionCost, isWorthIt } from './cost-model.ts'

const question = {
  usage: contextUsage({ windowTokens: 100_000, usedTokens: 50_000, floorTokens: 5_000, source: 'reported' }),
  viewTokens: 8_000,
  calls: 40,
  turns: 4,
  idleMs: 1_000,
  asksModel: 'no',
  gate: true,
} as const

test('it saves what stands above the floor and beyond the view, on the requests of two turns', () => {
  expect(compactionCost(question)).toEqual({
    expected_calls: 20,
    saved_tokens: 37_000,
    // 13,000 written anew, and the next request would have read 50,000 from the cache.
    one_off_tokens: 8_000,
    cache: 'warm',
    gate: true,
  })
})

test('a cache is warm for as long as the provider keeps it, known from the clock', () => {
  const cacheAfter = (idleMs: number | null) => compactionCost({ ...question, idleMs }).cache
  expect([cacheAfter(0), cacheAfter(CACHE_TTL_MS - 1), cacheAfter(CACHE_TTL_MS), cacheAfter(null)]).toEqual([
    'warm',
    'warm',
    'cold',
    'cold',
  ])
})

test('on a cold cache a compaction without a model costs nothing: the long history would have been read in full', () => {
  expect(compactionCost({ ...question, idleMs: null }).one_off_tokens).toBe(0)
  expect(compactionCost({ ...question, asksModel: 'yes', idleMs: 0 }).one_off_tokens).toBe(13_000)
})

test('expected_calls × 0.1 × saved must be more than the one-off', () => {
  const cost = { expected_calls: 10, saved_tokens: 1_000, cache: 'warm', gate: true } as const
  expect(isWorthIt({ ...cost, one_off_tokens: 999 })).toBe(true)
  expect(isWorthIt({ ...cost, one_off_tokens: 1_000 })).toBe(false)
})

test('a fuller context never makes a compaction less worth it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 6_000, max: 80_000 }), fc.integer({ min: 0, max: 10_000 }), (used, more) => {
      const at = (usedTokens: number) =>
        compactionCost({
          ...question,
          usage: contextUsage({ windowTokens: 100_000, usedTokens, floorTokens: 5_000, source: 'reported' }),
        })
      expect(at(used + more).saved_tokens).toBeGreaterThanOrEqual(at(used).saved_tokens)
      if (used - 5_000 >= 8_000 && isWorthIt(at(used))) expect(isWorthIt(at(used + more))).toBe(true)
    }),
  )
})

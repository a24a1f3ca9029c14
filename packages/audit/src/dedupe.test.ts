import type { DecisionRecord } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { emptyShadow, type ShadowMemory, shadowAfterCompaction, siftShadow } from './dedupe.ts'
import { leaveAt } from './testing/sample-records.ts'

const shadow = (usedTokens: number): DecisionRecord => ({ ...leaveAt('d1', usedTokens), actor: 'shadow' })

const check = (memory: ShadowMemory, records: readonly DecisionRecord[], expected: readonly boolean[]) => {
  let current = memory
  const kept = records.map((record) => {
    const sifted = siftShadow(current, record)
    current = sifted.memory
    return sifted.isKept
  })
  expect(kept).toEqual(expected)
}

test('shadow records are kept under pressure, once as the tier rises', () => {
  const records = [10_000, 16_000, 17_000, 26_000, 16_000, 40_000, 85_000, 86_000].map(shadow)
  check(emptyShadow, records, [false, true, false, true, false, true, true, false])
})

test('the first shadow record after a compaction is kept without pressure', () => {
  check(shadowAfterCompaction, [10_000, 11_000, 16_000].map(shadow), [true, false, true])
})

test('real decisions are never dropped', () => {
  check(emptyShadow, [leaveAt('d1', 10_000), leaveAt('d2', 10_000)], [true, true])
})

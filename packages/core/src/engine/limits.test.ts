import { DEFAULT_SETTINGS } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answerRoom,
  type FitQuestion,
  fitOf,
  fitsEmptyThread,
  type Gauge,
  isNearlyFull,
  outputTokensMax,
  usageOf,
} from './limits.ts'
import { emptyLedger } from './usage-ledger.ts'

const gauge: Gauge = {
  windowTokens: 100_000,
  staticTokens: 2_000,
  fixedTokens: 1_000,
  visibleTokens: 30_000,
  ledger: emptyLedger,
}
const reported = (tokens: number, visibleTokens: number, reports = 1): Gauge['ledger'] => ({
  ...emptyLedger,
  anchor: { tokens, visibleTokens, source: 'reported' },
  reports,
})
const question: FitQuestion = {
  gauge,
  compact: DEFAULT_SETTINGS.compact,
  featureOn: true,
  rearmed: true,
  breakerOpen: false,
  body: { bytes: 100, bytesMax: 100 },
}
const kind = (change: Partial<Gauge>, more: Partial<FitQuestion> = {}) =>
  fitOf({ ...question, ...more, gauge: { ...gauge, ...change } }).kind

test('without a report everything is estimated, and the floor is instructions, schemas and what is fixed', () => {
  expect(usageOf(gauge)).toMatchObject({ used_tokens: 32_000, floor_tokens: 3_000, source: 'divisors' })
})

test('with a report only what came since is estimated', () => {
  expect(usageOf({ ...gauge, ledger: reported(40_000, 30_000) })).toMatchObject({
    used_tokens: 40_000,
    source: 'reported',
  })
  expect(usageOf({ ...gauge, ledger: reported(40_000, 25_000) })).toMatchObject({
    used_tokens: 45_000,
    source: 'divisors',
  })
})

test('after a compaction its own figure stands, as an estimate', () => {
  const ledger = { ...emptyLedger, anchor: { tokens: 9_000, visibleTokens: 30_000, source: 'estimated' as const } }
  expect(usageOf({ ...gauge, ledger })).toMatchObject({ used_tokens: 9_000, source: 'divisors' })
})

test('estimated parts carry the margin until three reports have calibrated the model; reported ones never do', () => {
  // 65,000 × 1.33 + 8,192 reserve fits no more than 100,000 allows.
  expect(kind({ visibleTokens: 65_000 })).toBe('fits')
  expect(kind({ visibleTokens: 70_000 })).toBe('over')
  expect(kind({ visibleTokens: 70_000, ledger: { ...emptyLedger, reports: 3 } })).toBe('fits')
  expect(kind({ ledger: reported(90_000, 30_000) })).toBe('fits')
  expect(kind({ ledger: reported(92_000, 30_000) })).toBe('over')
})

test('a request that is over says whether compaction may help, and names the ways on', () => {
  const full = { ...question, gauge: { ...gauge, visibleTokens: 90_000 } }
  const off = (change: Partial<FitQuestion['compact']>) =>
    fitOf({ ...full, compact: { ...question.compact, ...change } })
  expect(fitOf(full)).toMatchObject({ kind: 'over', automatic: true })
  expect(off({ enabled: false })).toMatchObject({
    automatic: false,
    message: expect.stringContaining('compact.enabled'),
  })
  expect(off({ auto_compact_enabled: false })).toMatchObject({ automatic: false })
  expect(fitOf({ ...full, breakerOpen: true })).toMatchObject({
    automatic: false,
    message: expect.stringContaining('paused'),
  })
})

test('the built-in limit holds only where the feature is off, and once it is re-armed', () => {
  const high = { ledger: reported(86_000, 30_000) }
  expect(kind(high, { featureOn: false })).toBe('built_in')
  expect(kind(high)).toBe('fits')
  expect(kind(high, { featureOn: false, rearmed: false })).toBe('fits')
  expect(kind(high, { featureOn: false, breakerOpen: true })).toBe('fits')
})

test('nearly full means above nine tenths of the window', () => {
  expect([90_000, 90_001].map((tokens) => isNearlyFull({ ...gauge, ledger: reported(tokens, 30_000) }))).toEqual([
    false,
    true,
  ])
})

test('a body beyond the limit on bytes does not go, however few tokens it has', () => {
  expect(kind({}, { body: { bytes: 101, bytesMax: 100 } })).toBe('over')
  expect(kind({}, { body: { bytes: 100, bytesMax: 100 } })).toBe('fits')
})

test('the answer may have what the input leaves of the window', () => {
  expect(answerRoom({ ...gauge, ledger: reported(90_000, 30_000, 3) }, 1.33)).toBe(9_000)
  expect(answerRoom({ ...gauge, ledger: reported(110_000, 30_000, 3) }, 1.33)).toBe(16)
})

test('a small window takes a third of its room above the floor from one output, unless somebody set a limit', () => {
  const of = (windowTokens: number): Gauge => ({ ...gauge, windowTokens, staticTokens: 2_400, fixedTokens: 100 })
  // (7/8 of the window − 2,500) / 3
  expect([3_000, 6_000, 16_000, 200_000].map((window) => outputTokensMax(of(window), undefined))).toEqual([
    200, 916, 3_833, 10_000,
  ])
  expect([10_000, 30_000].map((set) => outputTokensMax(of(6_000), set))).toEqual([10_000, 30_000])
})

test('an input fits an empty thread, or it never will', () => {
  expect(fitsEmptyThread(gauge, 60_000, 1.33)).toBe(true)
  expect(fitsEmptyThread(gauge, 70_000, 1.33)).toBe(false)
})

test('more history never makes a request fit', () => {
  const property = fc.property(fc.nat(150_000), fc.nat(50_000), (visibleTokens, more) => {
    if (kind({ visibleTokens }) === 'over') expect(kind({ visibleTokens: visibleTokens + more })).toBe('over')
  })
  fc.assert(property, { numRuns: 2_000 })
})

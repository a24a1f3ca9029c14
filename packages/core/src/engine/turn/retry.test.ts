import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FaultKind } from './fault-table.ts'
import { decideRetry, isOverflow, RETRIES_MAX, RETRY_AFTER_MAX_MS, retryDelayMs } from './retry.ts'

const failure = { kind: 'server_error', message: 'It failed.', transient: true } as const
const decided = (change: Partial<Parameters<typeof decideRetry>[0]>) =>
  decideRetry({
    failure,
    failures: 1,
    pausesSet: 0,
    retriesMax: 5,
    offlineMs: null,
    offlineMsMax: 600_000,
    chance: 0.5,
    ...change,
  })

test('pauses double from 200 ms, give or take a tenth', () => {
  expect([1, 2, 3, 4, 5].map((n) => retryDelayMs(n, 0.5))).toEqual([200, 400, 800, 1_600, 3_200])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (n, chance) => {
      const ratio = retryDelayMs(n, chance) / (200 * 2 ** (n - 1))
      expect(ratio).toBeGreaterThanOrEqual(0.895)
      expect(ratio).toBeLessThanOrEqual(1.105)
    }),
  )
})

test('never more than five times, whatever is set', () => {
  expect(decided({ failures: RETRIES_MAX, retriesMax: 50 }).kind).toBe('again')
  expect(decided({ failures: RETRIES_MAX + 1, retriesMax: 50 }).kind).toBe('give_up')
  expect(decided({ retriesMax: 0 }).kind).toBe('give_up')
})

test('never on what will not change; as long as the server asks, if that is bearable', () => {
  expect(decided({ failure: { ...failure, transient: false } }).kind).toBe('give_up')
  expect(decided({ failure: { ...failure, retryAfterMs: 9_000 } })).toEqual({ kind: 'again', delayMs: 9_000 })
  expect(decided({ failure: { ...failure, retryAfterMs: RETRY_AFTER_MAX_MS + 1 } }).kind).toBe('give_up')
})

test('a pause the server set does not double ours', () => {
  expect(decided({ failures: 2, pausesSet: 1 })).toEqual({ kind: 'again', delayMs: 200 })
  expect(decided({ failures: 3, pausesSet: 1 })).toEqual({ kind: 'again', delayMs: 400 })
  expect(decided({ failures: 6, pausesSet: 6, failure: { ...failure, retryAfterMs: 1 } }).kind).toBe('give_up')
})

test('an overflow is what says so, and an unexplained refusal of a nearly full request', () => {
  const named = (kind: FaultKind, status?: number) => ({
    ...failure,
    kind,
    transient: false,
    ...(status === undefined ? {} : { status }),
  })
  expect(isOverflow(named('overflow'), false)).toBe(true)
  expect(isOverflow(named('too_large'), false)).toBe(true)
  // Images leave first.
  expect(isOverflow({ ...named('too_large'), transient: true }, false)).toBe(false)
  expect([400, 413, 403].map((status) => isOverflow(named('refused', status), true))).toEqual([true, true, false])
  expect(isOverflow(named('refused', 400), false)).toBe(false)
})

test('a connection that once worked is waited for, ever less often, as long as the settings allow; others are not', () => {
  const lost = (failures: number, offlineMs: number | null) =>
    decided({ failure: { ...failure, kind: 'unreachable' }, failures, offlineMs })
  expect([6, 7, 8, 9, 10, 30].map((failures) => lost(failures, 1_000))).toEqual(
    [5_000, 10_000, 20_000, 40_000, 60_000, 60_000].map((delayMs) => ({ kind: 'offline', delayMs })),
  )
  expect(lost(6, null).kind).toBe('give_up')
  expect(lost(30, 600_000).kind).toBe('give_up')
  expect(decided({ failures: 6, offlineMs: 0 }).kind).toBe('give_up')
})

import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const NOW = Date.UTC(2026, 2, 14, 12)

const check = (headers: Record<string, string>, message: string, expected: number | null) =>
  expect([headers, message, retryAfterMs({ headers: new Headers(headers), message, nowMs: NOW })]).toEqual([
    headers,
    message,
    expected,
  ])

test('the more exact header wins, then the other, then the words', () => {
  check({ 'retry-after-ms': '1500', 'retry-after': '9' }, 'try again in 3s', 1_500)
  check({ 'retry-after': '9' }, 'try again in 3s', 9_000)
  check({ 'retry-after': '0.25' }, '', 250)
  check({ 'retry-after': 'Sat, 14 Mar 2026 12:00:30 GMT' }, '', 30_000)
  check({ 'retry-after': 'Sat, 14 Mar 2026 11:00:00 GMT' }, '', 0)
  check({ 'retry-after': 'soon' }, 'try again in 3s', 3_000)
  check({}, '', null)
})

test('spans in words are added up in whichever unit', () => {
  check({}, 'Please try again in 28ms.', 28)
  check({}, 'Please try again in 11.054s. Visit …', 11_054)
  check({}, 'Please try again in 1m2.5s', 62_500)
  check({}, 'try again in 1h2m3s', 3_723_000)
  check({}, 'Retry after 20 seconds', 20_000)
  check({}, 'Please retry in 2 minutes.', 120_000)
  check({}, 'try again in 500 milliseconds', 500)
  check({}, 'try again later', null)
})

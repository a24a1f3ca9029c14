import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../default-settings.ts'
import { breachText } from './breach.ts'
import { checkHeadroom } from './headroom.ts'
import { began, configured, counted, type Draft, event, logOf, report, words, writes } from './testing/lines.ts'

const after = (used: number, change: object = {}, settings: object = {}, trigger = 'manual') => {
  const lines = logOf(
    began,
    configured(settings),
    writes('k1', {
      trigger,
      tokens_after: used,
      report: report({ tokens_after: used, headroom: 76_501 - used, ...change }),
    }),
    counted(used),
  )
  return checkHeadroom(lines).map(breachText)
}

test('L15: room enough, reported right, keeps the law', () => {
  expect(after(11_000)).toEqual([])
  expect(after(38_000)).toEqual([])
})

test('L15: too much used above the floor, too little free and a wrong report are each found', () => {
  expect(after(38_001)).toEqual(['L15 line 2: after compaction k1 36001 tokens above the floor are used of 90000'])
  expect(after(70_000)[0]).toBe(
    'L15 line 2: after compaction k1 6501 tokens are free below the threshold, at least 10000 must be',
  )
  expect(after(11_000, { headroom: 1 })).toEqual([
    'L15 line 2: after compaction k1 the report says 1 tokens of headroom, it is 65501',
  ])
})

test('L15: the settings may ask for more than a tenth, and with the feature off the built-in limit is the threshold', () => {
  const wanted = { compact: { ...DEFAULT_SETTINGS.compact, min_headroom_tokens: 70_000 } }
  expect(after(11_000, {}, wanted, 'hard_limit')).toEqual([
    'L15 line 2: after compaction k1 65501 tokens are free below the threshold, at least 70000 must be',
  ])
  expect(after(11_000, {}, wanted, 'manual')).toEqual([])
  const off = { features: { ...DEFAULT_SETTINGS.features, rawr_auto_compaction: false } }
  expect(after(11_000, { headroom: 74_000 }, off)).toEqual([])
  expect(after(11_000, {}, off)).toHaveLength(1)
})

test('L15: a compaction that says what holds the room keeps the law, and what came later is not its doing', () => {
  const exceeded = event({
    type: 'compact_threshold_exceeded',
    post_compact_tokens: 70_000,
    threshold: 76_501,
    held_by: [],
  })
  const judged = (between: Draft) =>
    checkHeadroom(logOf(began, configured(), writes('k1', { tokens_after: 70_000 }), between, counted(70_000)))
  expect(judged(exceeded)).toEqual([])
  expect(judged(words('i9', 'A long text.'))).toEqual([])
})

import { expect, test } from 'vitest'
import { openIdSource } from './id-source.ts'

test('ids made in the same millisecond, and while the clock goes back, are unique and sort as they were made', () => {
  const times = [1_000, 1_000, 1_000, 900, 1_000, 1_001, 2_000_000_000_000]
  let call = 0
  const ids = openIdSource({ now: () => times[Math.min(call++, times.length - 1)] ?? 0 })
  const made = Array.from({ length: 2_000 }, () => ids.thread())
  expect(new Set(made).size).toBe(made.length)
  expect(made.toSorted()).toEqual(made)
})

test('each id says by its prefix what it names, and fits into a file name', () => {
  const ids = openIdSource({ now: () => 1_764_000_000_000 })
  const made = [ids.thread(), ids.turn(), ids.call(), ids.submission(), ids.request(), ids.compaction(), ids.plan()]
  expect([...made, ids.sequence(), ids.client(), ids.epoch()].join(' ')).toMatch(
    /^th_\w{19} tn_\w{19} call_\w{19} sb_\w{19} rq_\w{19} cp_\w{19} pl_\w{19} sq_\w{19} cl_\w{19} ep_\w{19}$/,
  )
})

test('chance stays in [0, 1) and is spread', () => {
  const ids = openIdSource({ now: () => 0 })
  const drawn = Array.from({ length: 4_000 }, () => ids.chance())
  expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true)
  expect(drawn.reduce((sum, value) => sum + value, 0) / drawn.length).toBeCloseTo(0.5, 1)
})

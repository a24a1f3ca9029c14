import { expect, test } from 'vitest'
import { told } from '../testing/look.ts'
import { withPast } from '../testing/reading-session.ts'

test('a plan changes nothing: the same one again gives the same figures and preview', async () => {
  const bench = await withPast(12)
  const before = bench.log.lines.filter(({ type }) => type !== 'event_msg').length
  await bench.submit('sb_p', { type: 'compact_plan', budget: 4_000 })
  await bench.submit('sb_q', { type: 'compact_plan', budget: 4_000 })
  const planned = () => bench.events.flatMap(({ msg }) => (msg.type === 'compaction_planned' ? [msg] : []))
  while (planned().length < 2) await Promise.resolve()
  const [first, second] = planned().map(({ report, preview }) => ({
    figures: [report.tokens_before, report.tokens_after, report.kept],
    preview,
  }))
  expect(second).toEqual(first)
  expect(bench.log.lines.filter(({ type }) => type !== 'event_msg')).toHaveLength(before)
  expect(told(bench, 'sb_p')).toEqual([])
})

test('a smaller budget plans a smaller view', async () => {
  const bench = await withPast(12)
  for (const [id, budget] of [
    ['sb_p', 2_000],
    ['sb_q', 8_000],
  ] as const)
    await bench.submit(id, { type: 'compact_plan', budget })
  const after = () =>
    bench.events.flatMap(({ msg }) => (msg.type === 'compaction_planned' ? [msg.report.tokens_after] : []))
  while (after().length < 2) await Promise.resolve()
  const [small = 0, large = 0] = after()
  expect(small).toBeLessThan(large)
})

import type { Op } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { breachesOf, viewOf } from '../testing/look.ts'
import { compact, withPast } from '../testing/reading-session.ts'

test('a shown plan is executed as shown; one whose history moved on is stale', async () => {
  const bench = await withPast(12)
  const plan: Op = { type: 'compact_plan', budget: 4_000 }
  await bench.submit('sb_p', plan)
  const shown = (await bench.until(({ msg }) => msg.type === 'compaction_planned')).msg
  if (shown.type !== 'compaction_planned') throw new Error('no plan')
  await compact(bench, 'sb_c', { plan_id: shown.plan_id })
  await bench.ended('sb_c')
  const done = bench.events.find(({ msg }) => msg.type === 'context_compacted')?.msg
  const figures = { tokens_after: shown.report.tokens_after, kept: shown.report.kept, archived: shown.report.archived }
  expect(done).toMatchObject({ report: { ...figures, plan_id: shown.plan_id } })
  const summaries = viewOf(bench.log.lines).filter(({ meta }) => meta.origin === 'summary')
  expect(JSON.stringify(summaries)).toContain(JSON.stringify(shown.preview).slice(1, 200))
  await bench.submit('sb_q', plan)
  expect(await compact(bench, 'sb_d', { plan_id: shown.plan_id })).toMatchObject({
    type: 'rejected',
    code: 'plan_stale',
  })
  expect(breachesOf(bench.log.lines)).toEqual([])
})

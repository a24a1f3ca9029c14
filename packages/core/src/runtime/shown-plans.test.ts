import type { Op } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { memoryTools, type OpenedSession, sessionBench } from '../testing/index.ts'
import { breachesOf, viewOf } from '../testing/look.ts'
import { about, compact, context, reading, rounds, withPast } from '../testing/reading-session.ts'

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

const drafted = async (bench: OpenedSession) => {
  await bench.submit('sb_p', { type: 'compact_plan', budget: 4_000 })
  const shown = (await bench.until(({ msg }) => msg.type === 'compaction_planned')).msg
  if (shown.type !== 'compaction_planned') throw new Error('no plan')
  return shown
}

const reportOf = (bench: OpenedSession, id: string) =>
  about(bench, id).flatMap(({ msg }) => (msg.type === 'context_compacted' ? [msg.report] : []))[0]

test('50 items appended behind a draft: all outside its range, and it is spliced in front of them', async () => {
  const short = memoryTools({ read: { run: () => ({ output: 'The berth is free.\n'.repeat(9), success: true }) } })
  const past = await withPast(12)
  await past.session.close('unload')
  const bench = sessionBench({
    script: [...rounds(24), { text: 'Read again.' }, { text: 'Yes.' }],
    tools: short,
    readContext: async () => context,
    lines: [...past.log.lines],
    unjudged: 'the source of ids begins again',
  })
  const before = viewOf(bench.log.lines).length
  const draft = await drafted(bench)
  await bench.say('sb_b', 'Read them once more.')
  await bench.ended('sb_b')
  const grown = viewOf(bench.log.lines)
  expect(grown.length - before).toBe(50)
  expect(await compact(bench, 'sb_c', { plan_id: draft.plan_id })).toMatchObject({ outcome: 'started' })
  await bench.ended('sb_c')
  const after = viewOf(bench.log.lines)
  expect(after.slice(-50)).toEqual(grown.slice(-50))
  expect(after.filter(({ meta }) => meta.origin === 'summary')).toHaveLength(1)
  const report = reportOf(bench, 'sb_c')
  expect(report).toMatchObject({ plan_id: draft.plan_id, reason: expect.stringContaining('50 items came') })
  const figure = bench.events.flatMap(({ msg }) => (msg.type === 'token_count' ? [msg.usage.used_tokens] : [])).at(-1)
  expect(report?.tokens_after).toBe(figure)
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('50 items appended behind a draft: the first answers a call inside its range, and it is refused', async () => {
  const opened = Promise.withResolvers<void>()
  let ran = 0
  const tools = memoryTools({
    read: {
      run: async () => {
        ran += 1
        if (ran === 13) await opened.promise
        return { output: 'src/quay.ts: moor(berth)\n'.repeat(ran < 13 ? 300 : 3), success: true }
      },
    },
  })
  const bench = sessionBench({
    script: [...rounds(12), { text: 'All read.' }, ...rounds(25), { text: 'Read again.' }, reading],
    tools,
    readContext: async () => context,
  })
  await bench.say('sb_a', 'Read all of the quay.')
  await bench.ended('sb_a')
  await bench.say('sb_b', 'Read them once more.')
  // A tool may run before its call is in the log.
  const called = () => bench.log.lines.filter(({ payload }) => 'type' in payload && payload.type === 'function_call')
  while (ran < 13 || called().length < 13) await Promise.resolve()
  const draft = await drafted(bench)
  opened.resolve()
  await bench.ended('sb_b')
  const before = viewOf(bench.log.lines)
  expect(await compact(bench, 'sb_c', { plan_id: draft.plan_id })).toMatchObject({
    type: 'rejected',
    code: 'plan_stale',
  })
  expect(viewOf(bench.log.lines)).toEqual(before)
  expect(breachesOf(bench.log.lines)).toEqual([])
})

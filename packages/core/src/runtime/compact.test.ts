import { historyFromLines, visibleItems } from '@rawr/compaction'
import { type CompactOptions, type Event, isToolOutput, type Op, type PlanId, type Settings } from '@rawr/protocol'
import { checkLog, checkReplay } from '@rawr/protocol/testing'
import { expect, test } from 'vitest'
import {
  BENCH_SETTINGS,
  failure,
  memoryTools,
  type OpenedSession,
  type ScriptedStep,
  type SessionBench,
  sessionBench,
} from '../testing/index.ts'

const windowOf = (context_window: number, change: Partial<Settings> = {}): Settings => ({
  ...BENCH_SETTINGS,
  model: { name: 'scripted-1', context_window },
  ...change,
})

/** About 2,600 tokens of what a tool might print, different each time. */
const page = (n: number): string =>
  Array.from(
    { length: 160 },
    (_, row) => `src/quay-${n}.ts:${row}: export const berth${n}x${row} = moor(${row * n})`,
  ).join('\n')

let pages = 0
const tools = memoryTools({
  read: {
    run: () => {
      pages += 1
      return { output: page(pages), success: true }
    },
  },
})

const reading: ScriptedStep = { calls: [{ name: 'read', arguments: { path: 'src/quay.ts' } }] }

const rounds = (count: number): readonly ScriptedStep[] => Array.from({ length: count }, () => reading)

const context = {
  instructions: [{ path: '/home/ada/harbour/AGENTS.md', text: 'Berths are numbered from the sea.' }],
  shell: 'bash',
  date: '2026-03-14',
  warnings: [],
}

const open = (bench: SessionBench): OpenedSession => sessionBench({ tools, readContext: async () => context, ...bench })

const kinds = (events: readonly Event[]) => events.filter(({ seq }) => seq !== undefined).map(({ msg }) => msg.type)

const about = (bench: OpenedSession, id: string) => bench.events.filter((event) => event.id === id)

const lawful = (bench: OpenedSession) => {
  expect(checkLog(bench.log.lines, 'at_rest')).toEqual([])
  expect(checkReplay(bench.log.lines, visibleItems(historyFromLines(bench.log.lines)))).toEqual([])
}

const contextTexts = (bench: OpenedSession, request: number) =>
  (bench.model.requests[request]?.items ?? []).flatMap((item) =>
    item.meta.origin === 'context' && item.type === 'message' ? [JSON.stringify(item.content)] : [],
  )

const compact = (bench: OpenedSession, id: string, options: CompactOptions & { plan_id?: PlanId } = {}) =>
  bench.submit(id, { type: 'compact', ...options })

/** A thread with a past of `count` tool rounds. */
const withPast = async (count: number, bench: SessionBench = {}) => {
  const opened = open({
    script: [...rounds(count), { text: 'All read.' }, { text: 'Yes.' }, { text: 'Yes.' }],
    ...bench,
  })
  await opened.say('sb_past', 'Read all of the quay, please.')
  await opened.ended('sb_past')
  return opened
}

test('a compaction is a turn of its own: begun, replaced, completed, ended; the next request sees the view', async () => {
  const bench = await withPast(12)
  expect(await compact(bench, 'sb_c')).toMatchObject({ type: 'accepted', outcome: 'started' })
  await bench.ended('sb_c')
  expect(kinds(about(bench, 'sb_c'))).toEqual([
    'turn_started',
    'compaction_started',
    'context_compacted',
    'compact_completed',
    'token_count',
    'turn_complete',
  ])
  const done = about(bench, 'sb_c').find(({ msg }) => msg.type === 'context_compacted')?.msg
  expect(done?.type === 'context_compacted' && done.message).toMatch(
    /^Compaction complete: ~\d+k → ~[\d.]+k tokens; kept \d+; (cleared \d+; )?archived \d+; headroom [\d,]+$/,
  )
  await bench.say('sb_b', 'And now?')
  await bench.ended('sb_b')
  const sent = bench.model.requests.at(-1)?.items ?? []
  expect(sent.map(({ meta }) => meta.origin)).toContain('summary')
  expect(sent.filter(isToolOutput).length).toBeLessThan(12)
  expect(contextTexts(bench, bench.model.requests.length - 1)).toEqual(contextTexts(bench, 0))
  lawful(bench)
})

test('L11: the figures told after a compaction are the ones told before and at its end', async () => {
  const bench = await withPast(12)
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  const [before, started] = [
    bench.events.findLast(({ msg, id }) => msg.type === 'token_count' && id === 'sb_past')?.msg,
    bench.events.find(({ msg }) => msg.type === 'compaction_started')?.msg,
  ]
  const used = before?.type === 'token_count' ? before.usage.used_tokens : 0
  expect(started).toMatchObject({ tokens_before: used })
  expect(bench.events.find(({ msg }) => msg.type === 'context_compacted')?.msg).toMatchObject({
    report: { tokens_before: used },
  })
  const after = bench.events.findLast(({ msg }) => msg.type === 'token_count')?.msg
  const report = bench.events.find(({ msg }) => msg.type === 'context_compacted')?.msg
  expect(after?.type === 'token_count' && after.usage.used_tokens).toBe(
    report?.type === 'context_compacted' && report.report.tokens_after,
  )
})

test('too little to gain: the history is as it was and the failure has its reason', async () => {
  const bench = open({ script: [{ text: 'Hello.' }] })
  await bench.say('sb_a', 'Hello.')
  await bench.ended('sb_a')
  const before = visibleItems(historyFromLines(bench.log.lines))
  await compact(bench, 'sb_c')
  expect((await bench.ended('sb_c')).msg.type).toBe('turn_complete')
  expect(about(bench, 'sb_c').find(({ msg }) => msg.type === 'compact_failed')?.msg).toMatchObject({
    reason: 'no_gain',
  })
  expect(visibleItems(historyFromLines(bench.log.lines))).toEqual(before)
})

test('the hard limit compacts in the middle of the turn, before a request that would not fit, and the turn goes on', async () => {
  const bench = open({ script: [...rounds(30), { text: 'All read.' }], settings: windowOf(30_000) })
  await bench.say('sb_a', 'Read all of the quay, please.')
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_complete', last_agent_message: 'All read.' })
  const compactions = bench.events.flatMap(({ msg }) => (msg.type === 'compaction_started' ? [msg] : []))
  expect(compactions.length).toBeGreaterThan(1)
  expect(new Set(compactions.map(({ trigger }) => trigger))).toEqual(new Set(['hard_limit']))
  for (const { items } of bench.model.requests) {
    const words = items.filter(({ meta }) => meta.origin === 'user')
    expect(JSON.stringify(words)).toContain('Read all of the quay, please.')
    expect(words).toHaveLength(1)
  }
  expect(kinds(about(bench, 'sb_a')).at(-1)).toBe('turn_complete')
  lawful(bench)
})

test('with automatic compaction off a request that does not fit is not sent, and the end names the ways on', async () => {
  for (const change of [{ enabled: false }, { auto_compact_enabled: false }]) {
    const settings = windowOf(30_000, { compact: { ...BENCH_SETTINGS.compact, ...change } })
    const bench = open({ script: rounds(30), settings })
    await bench.say('sb_a', 'Read.')
    const { msg } = await bench.ended('sb_a')
    expect(msg).toMatchObject({ type: 'turn_aborted', reason: 'context_exhausted' })
    expect(msg.type === 'turn_aborted' && msg.message).toMatch(/compact\.(enabled|auto_compact_enabled)/)
    expect(bench.events.some(({ msg: { type } }) => type === 'context_compacted')).toBe(false)
  }
})

test('an overflow that the provider reports is answered by a compaction and the same request again', async () => {
  const script = [...rounds(12), { fault: failure('overflow', { status: 400 }) }, { text: 'All read.' }]
  const bench = open({ script })
  await bench.say('sb_a', 'Read.')
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_complete' })
  expect(bench.events.find(({ msg }) => msg.type === 'compaction_started')?.msg).toMatchObject({ trigger: 'overflow' })
  const [before, after] = bench.model.requests.slice(-2).map(({ items }) => JSON.stringify(items).length)
  expect(after).toBeLessThan((before ?? 0) / 2)
  lawful(bench)
})

test('two overflows without an answer in between end the turn', async () => {
  const overflow = { fault: failure('overflow', { status: 400 }) }
  const bench = open({ script: [...rounds(12), overflow, overflow] })
  await bench.say('sb_a', 'Read.')
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_aborted', reason: 'context_exhausted' })
  lawful(bench)
})

test('an unexplained refusal of a nearly full request counts as an overflow once', async () => {
  const settings = windowOf(37_000, { compact: { ...BENCH_SETTINGS.compact, token_safety_multiplier: 1 } })
  const refused = { fault: failure('refused', { status: 400 }) }
  const bench = open({ script: [...rounds(30), refused], settings })
  await bench.say('sb_a', 'Read.')
  await bench.ended('sb_a')
  // Whether the refusal met a nearly full window decides its name; it never loops.
  expect(bench.model.requests.length).toBeLessThanOrEqual(33)
})

test('with the feature off the built-in limit compacts before the window is full', async () => {
  const settings = windowOf(60_000, { features: { ...BENCH_SETTINGS.features, rawr_auto_compaction: false } })
  const bench = open({
    script: [...rounds(30), { text: 'All read.' }],
    settings: { ...settings, compact: { ...settings.compact, auto_compact_threshold: 30_000 } },
  })
  await bench.say('sb_a', 'Read.')
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_complete' })
  const started = bench.events.flatMap(({ msg }) => (msg.type === 'compaction_started' ? [msg] : []))
  expect(new Set(started.map(({ trigger }) => trigger))).toEqual(new Set(['built_in']))
  for (const { tokens_before } of started) expect(tokens_before).toBeGreaterThanOrEqual(30_000)
})

test('asked for in a running turn, it waits for the next legal cut; the asker and a second one share the outcome', async () => {
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  const script = [...rounds(12), { ...reading, after: opened }, { text: 'All read.' }]
  const bench = open({ script })
  await bench.say('sb_a', 'Read.')
  while (bench.model.requests.length < 13) await Promise.resolve()
  expect(await compact(bench, 'sb_c')).toMatchObject({ outcome: 'queued' })
  expect(await compact(bench, 'sb_d')).toMatchObject({ outcome: 'joined', joined: 'sb_c' })
  resolve()
  await bench.ended('sb_a')
  expect(kinds(about(bench, 'sb_c'))).toEqual([
    'compaction_started',
    'context_compacted',
    'compact_completed',
    'token_count',
  ])
  lawful(bench)
})

test('L8: interrupted before anything was written, the history is as it was, and nothing comes after the end', async () => {
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  let reads = 0
  const readContext = async () => {
    reads += 1
    if (reads > 1) await opened
    return context
  }
  const bench = await withPast(12, { readContext })
  const before = visibleItems(historyFromLines(bench.log.lines))
  await compact(bench, 'sb_c')
  await bench.submit('sb_stop', { type: 'interrupt' })
  expect((await bench.ended('sb_c')).msg).toMatchObject({ type: 'turn_aborted', reason: 'interrupted' })
  resolve()
  await bench.say('sb_b', 'Still all there?')
  await bench.ended('sb_b')
  expect(bench.model.requests.at(-1)?.items.slice(0, before.length)).toEqual(before)
  expect(kinds(about(bench, 'sb_c'))).toEqual(['turn_started', 'compaction_started', 'compact_failed', 'turn_aborted'])
  lawful(bench)
})

test('one that takes too long is given up and the messages behind it go on', async () => {
  let reads = 0
  const readContext = async () => {
    reads += 1
    return reads > 1 ? new Promise<never>(() => {}) : context
  }
  const bench = await withPast(12, { readContext })
  await compact(bench, 'sb_c')
  await bench.say('sb_b', 'Anybody there?')
  bench.clock.advance(300_000)
  expect((await bench.ended('sb_b')).msg).toMatchObject({ type: 'turn_complete' })
  expect(about(bench, 'sb_c').find(({ msg }) => msg.type === 'compact_failed')?.msg).toMatchObject({
    reason: 'interrupted',
  })
})

test('instructions that cannot be read again fail the compaction, not the history', async () => {
  let reads = 0
  const readContext = async () => {
    reads += 1
    if (reads > 1) throw new Error('EIO')
    return context
  }
  const bench = await withPast(12, { readContext })
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  expect(about(bench, 'sb_c').find(({ msg }) => msg.type === 'compact_failed')?.msg).toMatchObject({
    reason: 'rejected',
  })
})

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
  const summaries = visibleItems(historyFromLines(bench.log.lines)).filter(({ meta }) => meta.origin === 'summary')
  expect(JSON.stringify(summaries)).toContain(JSON.stringify(shown.preview).slice(1, 200))
  await bench.submit('sb_q', plan)
  expect(await compact(bench, 'sb_d', { plan_id: shown.plan_id })).toMatchObject({
    type: 'rejected',
    code: 'plan_stale',
  })
  lawful(bench)
})

test('an undo brings the originals back, a redo the view; where there is nothing to undo it is refused', async () => {
  const bench = await withPast(12)
  const before = visibleItems(historyFromLines(bench.log.lines))
  expect(await bench.submit('sb_u0', { type: 'uncompact' })).toMatchObject({ code: 'nothing_to_undo' })
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  const view = visibleItems(historyFromLines(bench.log.lines))
  expect(await bench.submit('sb_u', { type: 'uncompact' })).toMatchObject({ type: 'accepted' })
  expect(visibleItems(historyFromLines(bench.log.lines))).toEqual(before)
  expect(await bench.submit('sb_r', { type: 'recompact' })).toMatchObject({ type: 'accepted' })
  expect(visibleItems(historyFromLines(bench.log.lines))).toEqual(view)
  expect(kinds(bench.events.slice(-4))).toContain('compaction_redone')
  lawful(bench)
})

test('compaction switched off is refused at the door', async () => {
  const settings = windowOf(100_000, { compact: { ...BENCH_SETTINGS.compact, enabled: false } })
  const bench = open({ settings })
  expect(await compact(bench, 'sb_c')).toMatchObject({ type: 'rejected', code: 'compaction_disabled' })
})

test('an automatic one right after another is not re-armed', async () => {
  const bench = await withPast(12)
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  await compact(bench, 'sb_d', { trigger: 'auto_watcher' })
  await bench.ended('sb_d')
  expect(about(bench, 'sb_d').find(({ msg }) => msg.type === 'compact_failed')?.msg).toMatchObject({
    reason: 'no_gain',
    error_message: expect.stringContaining('hardly grown'),
  })
})

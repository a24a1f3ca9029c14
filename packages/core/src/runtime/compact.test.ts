import { isToolOutput } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { BENCH_SETTINGS } from '../testing/index.ts'
import { breachesOf, told, viewOf } from '../testing/look.ts'
import {
  about,
  compact,
  contextTexts,
  openReading,
  reading,
  rounds,
  windowOf,
  withPast,
} from '../testing/reading-session.ts'

test('a compaction is a turn of its own: begun, replaced, completed, ended; the next request sees the view', async () => {
  const bench = await withPast(12)
  expect(await compact(bench, 'sb_c')).toMatchObject({ type: 'accepted', outcome: 'started' })
  await bench.ended('sb_c')
  expect(told(bench, 'sb_c')).toEqual([
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
  expect(breachesOf(bench.log.lines)).toEqual([])
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
  const bench = openReading({ script: [{ text: 'Hello.' }] })
  await bench.say('sb_a', 'Hello.')
  await bench.ended('sb_a')
  const before = viewOf(bench.log.lines)
  await compact(bench, 'sb_c')
  expect((await bench.ended('sb_c')).msg.type).toBe('turn_complete')
  expect(about(bench, 'sb_c').find(({ msg }) => msg.type === 'compact_failed')?.msg).toMatchObject({
    reason: 'no_gain',
  })
  expect(viewOf(bench.log.lines)).toEqual(before)
})

test('asked for in a running turn, it waits for the next legal cut; the asker and a second one share the outcome', async () => {
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  const script = [...rounds(12), { ...reading, after: opened }, { text: 'All read.' }]
  const bench = openReading({ script })
  await bench.say('sb_a', 'Read.')
  while (bench.model.requests.length < 13) await Promise.resolve()
  expect(await compact(bench, 'sb_c')).toMatchObject({ outcome: 'queued' })
  expect(await compact(bench, 'sb_d')).toMatchObject({ outcome: 'joined', joined: 'sb_c' })
  resolve()
  await bench.ended('sb_a')
  expect(told(bench, 'sb_c')).toEqual(['compaction_started', 'context_compacted', 'compact_completed', 'token_count'])
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('clearing tool results is told with its figures; the newest three stay', async () => {
  const bench = await withPast(12)
  await compact(bench, 'sb_c', { strategy: 'micro' })
  await bench.ended('sb_c')
  expect(about(bench, 'sb_c').find(({ msg }) => msg.type === 'micro_compact_completed')?.msg).toMatchObject({
    tools_compacted: 9,
    tokens_saved: expect.any(Number),
  })
  await bench.say('sb_b', 'And now?')
  await bench.ended('sb_b')
  const results = (bench.model.requests.at(-1)?.items ?? []).filter(isToolOutput)
  expect(results.map(({ meta }) => meta.cleared === true)).toEqual([...Array(9).fill(true), false, false, false])
})

test('compaction switched off is refused at the door', async () => {
  const settings = windowOf(100_000, { compact: { ...BENCH_SETTINGS.compact, enabled: false } })
  const bench = openReading({ settings })
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

test('L9: one that failed just before the session closes has one end', async () => {
  for (let ticks = 0; ticks < 40; ticks += 1) {
    const bench = openReading({ script: [{ text: 'Hello.' }] })
    await bench.say('sb_a', 'Hello.')
    await bench.ended('sb_a')
    const asked = compact(bench, 'sb_c')
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
    await bench.session.close('shutdown')
    await asked
    const failed = about(bench, 'sb_c').filter(({ msg }) => msg.type === 'compact_failed')
    const begun = about(bench, 'sb_c').filter(({ msg }) => msg.type === 'compaction_started')
    expect(failed).toHaveLength(begun.length)
  }
})

test('L9: whoever waits for the next cut when the session closes is told that none will come', async () => {
  const bench = openReading({ script: [{ hangAfter: 'I think' }] })
  await bench.say('sb_a', 'Read.')
  expect(await compact(bench, 'sb_c')).toMatchObject({ outcome: 'queued' })
  await bench.session.close('shutdown')
  expect(about(bench, 'sb_c').map(({ msg }) => msg)).toMatchObject([{ type: 'compact_failed', reason: 'interrupted' }])
})

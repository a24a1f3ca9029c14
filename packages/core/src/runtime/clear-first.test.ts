/** The first rung of `auto`, and each feature on and off, through a running session. */
import type { CompactOptions, Features, Settings } from '@rawr/protocol'
import { expect, it } from 'vitest'
import { BENCH_SETTINGS, type ScriptedStep } from '../testing/index.ts'
import { about, compact, rounds, withPast } from '../testing/reading-session.ts'
import { reportedFor } from '../testing/report-decision.ts'

const PAST = 14
const words = 'All berths were read; they are to be moored next.'

type Change = { readonly features?: Partial<Features>; readonly compact?: Partial<Settings['compact']> }

const compacted = async (
  options: CompactOptions,
  { features = {}, compact: changes = {} }: Change = {},
  answers: readonly ScriptedStep[] = [{ text: words }],
) => {
  const settings: Settings = {
    ...BENCH_SETTINGS,
    features: { ...BENCH_SETTINGS.features, ...features },
    compact: { ...BENCH_SETTINGS.compact, ...changes },
  }
  const bench = await withPast(PAST, { settings, script: [...rounds(PAST), { text: 'All read.' }, ...answers] })
  const before = bench.model.requests.length
  await compact(bench, 'sb_c', await reportedFor(bench, options))
  await bench.ended('sb_c')
  const messages = about(bench, 'sb_c').map(({ msg }) => msg)
  const done = messages.find((msg) => msg.type === 'context_compacted')
  const failed = messages.find((msg) => msg.type === 'compact_failed')
  return {
    asked: bench.model.requests.length - before,
    report: done?.type === 'context_compacted' ? done.report : null,
    failed: failed?.type === 'compact_failed' ? failed : null,
    messages: messages.map(({ type }) => type),
  }
}

const CLEARED = { requested: 'auto', strategy: 'micro', reason: 'clearing old tool results made room enough' }

it('clears old results first where that makes room enough, and asks nobody', async () => {
  const { report, asked, messages } = await compacted({ trigger: 'auto_watcher' })
  expect([report, asked]).toMatchObject([CLEARED, 0])
  expect(messages).toContain('micro_compact_completed')
})

it('does not with features.micro_compact off, and refuses to be asked', async () => {
  const off = { features: { micro_compact: false } }
  const { report, asked } = await compacted({ trigger: 'auto_watcher' }, off)
  expect([report?.strategy, asked]).toEqual(['extractive', 1])
  const { failed } = await compacted({ strategy: 'micro' }, off)
  expect(failed).toMatchObject({ reason: 'rejected', error_message: expect.stringContaining('features.micro_compact') })
})

it('goes on to the narrative where clearing saves too little', async () => {
  const { report, asked } = await compacted(
    { trigger: 'auto_watcher' },
    { compact: { micro_compact_min_tokens_to_save: 200_000 } },
  )
  expect([report, asked]).toMatchObject([
    { requested: 'auto', strategy: 'extractive', reason: "with a model's narrative behind the facts" },
    1,
  ])
})

it('a person who asks gets more than clearing', async () => {
  expect((await compacted({})).report).toMatchObject({ requested: 'auto', strategy: 'extractive' })
})

it('no model is asked where a packet carries the words', async () => {
  const { report, asked } = await compacted({ packet: 'The agent wrote this.' })
  expect([asked, report?.reason]).toEqual([0, 'no words of a model: the packet carries them'])
})

it('a narrative that cannot be used costs the words and nothing else', async () => {
  const { report } = await compacted({}, {}, [{ text: '' }])
  expect(report).toMatchObject({ strategy: 'extractive', reason: 'no words of a model: The answer was empty.' })
})

it('with features.compact_v2 off the legacy strategy runs, on the same path', async () => {
  const { report, asked } = await compacted({}, { features: { compact_v2: false } })
  expect([report, asked]).toMatchObject([
    { requested: 'auto', strategy: 'inline', reason: 'features.compact_v2 is off' },
    1,
  ])
})

it('remote names why it did not run', async () => {
  const off = await compacted({ strategy: 'remote' })
  expect(off.report).toMatchObject({
    requested: 'remote',
    strategy: 'extractive',
    reason: expect.stringContaining('features.remote_compaction is off'),
  })
  const on = await compacted({ strategy: 'remote' }, { features: { remote_compaction: true } })
  expect(on.report?.reason).toBe('no words of a model: the provider has no compaction of its own')
})

it('a cheaper model that cannot be used is passed over, and the report says so', async () => {
  const { report, asked } = await compacted({ strategy: 'full' }, { compact: { summarization_model: 'small-1' } }, [
    { fault: { kind: 'overflow', message: 'small-1 holds 8192 tokens.', transient: false } },
    { text: `<summary>${words}</summary>` },
  ])
  expect([report, asked]).toMatchObject([
    { strategy: 'full', reason: 'small-1 could not be used: small-1 holds 8192 tokens.; scripted-1 was asked' },
    2,
  ])
})

it('the watcher’s compactions have a model, an effort and a verbosity of their own; a person’s have those of the thread', async () => {
  const settings: Settings = {
    ...BENCH_SETTINGS,
    features: { ...BENCH_SETTINGS.features, micro_compact: false },
    model: { ...BENCH_SETTINGS.model, reasoning_effort: 'medium' },
    rawr_auto_compaction: {
      ...BENCH_SETTINGS.rawr_auto_compaction,
      compaction_model: 'watcher-1',
      compaction_reasoning_effort: 'high',
      compaction_verbosity: 'low',
    },
  }
  const askedBy = async (options: CompactOptions) => {
    const bench = await withPast(PAST, { settings, script: [...rounds(PAST), { text: 'All read.' }, { text: words }] })
    await compact(bench, 'sb_c', await reportedFor(bench, { strategy: 'full', ...options }))
    await bench.ended('sb_c')
    return bench.model.requests.at(-1)
  }
  const watchers = await askedBy({ trigger: 'auto_watcher' })
  expect(watchers).toMatchObject({ model: 'watcher-1', reasoningEffort: 'high', verbosity: 'low' })
  const persons = await askedBy({})
  expect(persons).toMatchObject({ model: 'scripted-1', reasoningEffort: 'medium' })
  expect(persons).not.toHaveProperty('verbosity')
})

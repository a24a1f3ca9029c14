/** Rows of the failure list about compaction that fires too early, too late, against the user's will, or again and again. */
import { DEFAULT_RATES, estimateItem, estimateText } from '@rawr/compaction'
import type { Settings } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { compactions, decided } from '../testing/filling-turn.ts'
import { memoryTools } from '../testing/memory-ports.ts'
import { type ScriptedStep, usage } from '../testing/scripted-model.ts'
import { BENCH_SETTINGS, type OpenedSession, sessionBench } from '../testing/session-bench.ts'

/** About this many tokens, as the divisors count tool results. */
const outputOf = (tokens: number): string => 'The harbour log says nothing new. '.repeat(Math.round(tokens / 10))

type Row = {
  readonly window: number
  /** Tokens that each call of the tool brings, in order; the last one again and again. */
  readonly results: readonly number[]
  readonly script: readonly ScriptedStep[]
  readonly settings?: (settings: Settings) => Settings
}

const play = async ({ window, results, script, settings = (same) => same }: Row): Promise<OpenedSession> => {
  let calls = 0
  const read = () => {
    const tokens = results[Math.min(calls, results.length - 1)] ?? 0
    calls += 1
    return { output: outputOf(tokens), success: true }
  }
  const bench = sessionBench({
    script,
    tools: memoryTools({ read: { run: read } }),
    settings: settings({
      ...BENCH_SETTINGS,
      model: { ...BENCH_SETTINGS.model, context_window: window },
      tools: { ...BENCH_SETTINGS.tools, output_max_tokens: 1_000_000, max_rounds: 200 },
    }),
  })
  expect(await bench.say('s1', 'Read the log.')).toMatchObject({ type: 'accepted' })
  await bench.ended('s1')
  return bench
}

const reads: ScriptedStep = { calls: [{ name: 'read', arguments: {} }] }
const reported = (input: number): ScriptedStep => ({ ...reads, usage: usage(input, 20) })
const rounds = (count: number): ScriptedStep[] => Array.from({ length: count }, () => reads)
const done: ScriptedStep = { text: 'All read.' }
const warningsOf = ({ events }: OpenedSession): readonly string[] =>
  events.flatMap(({ msg }) => (msg.type === 'warning' ? [msg.message] : []))
const endOf = ({ events }: OpenedSession) => events.findLast(({ msg }) => msg.type.startsWith('turn_'))?.msg

test('TRIG-01: at 170,000 of a declared million nothing fires without a boundary, and the declared window is what counts', async () => {
  const bench = await play({ window: 1_000_000, results: [170_000], script: [reads, done] })
  expect(compactions(bench)).toEqual([])
  const asked = decided(bench)
  expect(asked).not.toEqual([])
  for (const { inputs } of asked) {
    expect(inputs.usage.window_tokens).toBe(1_000_000)
    expect(inputs.usage.percent_remaining).toBeGreaterThan(75)
  }
})

test('TRIG-03: a result that carries the context from 60 % to over 100 % is compacted before the next request', async () => {
  const bench = await play({
    window: 100_000,
    results: [58_000, 46_000],
    script: [reported(900), reported(60_000), done],
  })
  expect(compactions(bench)).toHaveLength(1)
  // None went out that did not fit: the third is the one behind the compaction.
  const sizes = bench.model.requests.map(({ items }) =>
    items.reduce((sum, item) => sum + estimateItem(item, DEFAULT_RATES), 0),
  )
  expect(Math.max(...sizes)).toBeLessThan(100_000)
  expect(endOf(bench)).toMatchObject({ type: 'turn_complete', last_agent_message: 'All read.' })
})

test('TRIG-04: with automatic compaction off nothing is compacted at 96 %, and past 100 % the turn stops with the ways on', async () => {
  const off = (settings: Settings): Settings => ({
    ...settings,
    compact: { ...settings.compact, auto_compact_enabled: false },
  })
  const bench = await play({
    window: 100_000,
    results: [81_000, 5_000, 20_000],
    script: [reported(900), reported(83_000), reported(96_000), done],
    settings: off,
  })
  expect(compactions(bench)).toEqual([])
  expect(bench.events.filter(({ msg }) => msg.type === 'compaction_started')).toEqual([])
  expect(bench.model.requests).toHaveLength(3)
  expect(warningsOf(bench).filter((text) => text.includes('Automatic compaction is off'))).toEqual([
    expect.stringMatching(/^The context holds \d+ of 100000 tokens\. The built-in limit is reached\./),
  ])
  expect(endOf(bench)).toMatchObject({
    type: 'turn_aborted',
    reason: 'context_exhausted',
    message: expect.stringContaining('compact.auto_compact_enabled'),
  })
})

test('TRIG-05: in one turn of 40 rounds it is compacted at a round, and the same turn goes on', async () => {
  // The threshold of emergency is crossed at about the tenth round.
  const bench = await play({ window: 100_000, results: [7_000], script: [...rounds(40), done] })
  expect(endOf(bench)).toMatchObject({ type: 'turn_complete', last_agent_message: 'All read.' })
  expect(bench.events.filter(({ msg }) => msg.type === 'turn_started')).toHaveLength(1)
  const made = compactions(bench)
  // The first at the round that crossed it, not when the wall was reached.
  expect(made).not.toEqual([])
  expect(made[0]?.tokens_before).toBeGreaterThan(70_000)
  expect(made[0]?.tokens_before).toBeLessThan(85_000)
  expect(made.length).toBeLessThan(8)
}, 60_000)

test('TRIG-08: with a minimal report of usage and a history of 10 % nothing fires', async () => {
  const bench = await play({ window: 100_000, results: [1_000], script: [...rounds(9), done] })
  expect(compactions(bench)).toEqual([])
})

/** Worth 60 % of a window of 16,000, no line like another. */
const LONG_SUMMARY = Array.from({ length: 720 }, (_, n) => `Berth ${n} was looked at, and its ropes are whole.`).join(
  '\n',
)

test('LOOP-01: a summary of 60 % of the window does not make it compact at every step', async () => {
  // By hand just before 80 %: there a model is asked, and it answers with far too much. Then the twelve steps of the row.
  const BEFORE = 11
  expect(estimateText(LONG_SUMMARY, 'prose')).toBeGreaterThan(0.6 * 16_000)
  const builtIn = (settings: Settings): Settings => ({
    ...settings,
    features: { ...settings.features, rawr_auto_compaction: false, micro_compact: false },
    compact: { ...settings.compact, mode: 'inline', auto_compact_threshold_pct: 0.8, token_safety_multiplier: 1 },
  })
  const script: ScriptedStep[] = [...rounds(BEFORE), done, { text: LONG_SUMMARY }, ...rounds(12), done]
  const bench = await play({ window: 16_000, results: [1_000], script, settings: builtIn })
  expect(compactions(bench)).toEqual([])
  await bench.submit('c1', { type: 'compact', strategy: 'inline' })
  await bench.ended('c1')
  expect(bench.model.requests.at(-1)).toMatchObject({ toolChoice: 'none' })
  expect(compactions(bench)).toMatchObject([{ trigger: 'manual' }])
  await bench.say('s2', 'Read on.')
  await bench.ended('s2')
  expect(endOf(bench)).toMatchObject({ type: 'turn_complete', last_agent_message: 'All read.' })
  const [first, ...others] = compactions(bench)
  expect(first?.tokens_after).toBeLessThan(0.5 * 16_000)
  expect(others.length).toBeLessThanOrEqual(2)
  for (const { tokens_after } of others) expect(tokens_after).toBeLessThan(0.5 * 16_000)
})

test('LOOP-03: a provider that keeps reporting the figure from before the compaction causes no second one', async () => {
  const bench = await play({
    window: 100_000,
    results: [60_000, 100, 100, 100],
    script: [reported(900), reported(95_000), reported(95_000), reported(95_000), done],
  })
  expect(compactions(bench)).toHaveLength(1)
  // Nor is one tried in vain, and the turn goes on.
  expect(bench.events.filter(({ msg }) => msg.type === 'compaction_started')).toHaveLength(1)
  expect(endOf(bench)).toMatchObject({ type: 'turn_complete', last_agent_message: 'All read.' })
})

test('LOOP-13: a threshold of 20 % used over a floor of 18 % does not stop the work after every one or two steps', async () => {
  const FLOOR = 18_000
  const line = 'Berths are numbered from the sea, and each rope is looked at twice. '
  const instructions = line.repeat(Math.round(FLOOR / estimateText(line, 'prose')))
  const steps: ScriptedStep[] = Array.from({ length: 10 }, () => ({
    calls: [
      { name: 'read', arguments: {} },
      { name: 'shell', arguments: {} },
    ],
  }))
  const shell = {
    alone: true,
    purpose: () => ({ kind: 'exec' as const, command: ['git', 'commit', '-m', 'Step'], cwd: '/home/ada/harbour' }),
    run: () => ({ output: '', success: true, exitCode: 0 }),
  }
  const bench = sessionBench({
    script: [...steps, done],
    tools: memoryTools({ read: { run: () => ({ output: outputOf(900), success: true }) }, shell }),
    settings: {
      ...BENCH_SETTINGS,
      model: { ...BENCH_SETTINGS.model, context_window: 100_000 },
      rawr_auto_compaction: {
        ...BENCH_SETTINGS.rawr_auto_compaction,
        policy: {
          ...BENCH_SETTINGS.rawr_auto_compaction.policy,
          early: { percent_remaining_lt: 80 },
          ready: { percent_remaining_lt: 80 },
        },
      },
    },
    readContext: async () => ({
      instructions: [{ path: '/home/ada/harbour/AGENTS.md', text: instructions }],
      shell: 'bash',
      date: '2026-03-14',
      warnings: [],
    }),
  })
  await bench.say('s1', 'Ten steps.')
  await bench.ended('s1')
  expect(endOf(bench)).toMatchObject({ type: 'turn_complete', last_agent_message: 'All read.' })
  expect(bench.events.filter(({ msg }) => msg.type === 'compaction_started')).toEqual([])
  const asked = decided(bench)
  expect(asked.some(({ inputs: { usage, boundaries } }) => usage.percent_remaining < 80 && boundaries.length > 0)).toBe(
    true,
  )
  for (const { decision } of asked) expect(decision).toMatchObject({ kind: 'leave', why: 'no_tier' })
})

test.each([32_000, 40_000, 64_000])(
  'LOOP-05: a window of 40,000 and a largest answer of %i: "hi" is answered and nothing is compacted',
  async (max_output_tokens) => {
    const bench = await play({
      window: 40_000,
      results: [],
      script: [{ text: 'Hello.' }, { text: 'Hello.' }],
      settings: (settings) => ({ ...settings, model: { ...settings.model, max_output_tokens } }),
    })
    expect(endOf(bench)).toMatchObject({ type: 'turn_complete', last_agent_message: 'Hello.' })
    expect(compactions(bench)).toEqual([])
    await bench.say('s2', 'hi')
    await bench.ended('s2')
    expect(warningsOf(bench)).toEqual([expect.stringContaining(`max_output_tokens is ${max_output_tokens} in a`)])
  },
)

// Failure rows OVER-01, -02, -03, -05, -12 and LOCAL-08: a compaction that does not fit a window itself.
import { expect, test } from 'vitest'
import { type Answer, http } from '../../adapters/model/testing/provider-server.ts'
import { opensRows, printing, running, saying, tokensOf } from '../testing/row-bench.ts'

const open = opensRows()

const SUMMARY = saying('<summary>All berths were counted; they are to be painted next.</summary>')

/** Nothing is compacted before the row asks for it. */
const QUIET = { features: { rawr_auto_compaction: false } }

/** About so many tokens of results, in rounds of about 2,500, and a last word. Prose, on which everybody's count agrees. */
const past = (tokens: number): readonly Answer[] => [
  ...Array.from({ length: Math.round(tokens / 2_500) }, (_, n) =>
    running(`seq -f 'The berth %g lies at the quay.' ${n * 320} ${n * 320 + 319}`),
  ),
  saying('Counted.'),
]

test('OVER-01: a history of 1.3 windows is compacted with every request inside the window, and nothing is lost', async () => {
  const window = 30_000
  let limit = Number.POSITIVE_INFINITY
  const row = await open({
    window: 100_000,
    settings: QUIET,
    strict: { alsoRefuse: (body) => (tokensOf(body) > limit ? 'context_length_exceeded' : null) },
    answers: [...past(1.3 * window), SUMMARY],
  })
  expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
  const before = row.bodies().length
  expect(tokensOf(row.bodies().at(-1) ?? '')).toBeGreaterThan(window)
  limit = window
  await row.resume({ model: { context_window: window } })
  expect(await row.compact({ strategy: 'full' })).toMatchObject({ type: 'context_compacted' })
  expect(row.bodies().length - before).toBeLessThanOrEqual(2)
  expect(row.told('error')).toEqual([])
  expect(await row.say('And now?')).toMatchObject({ type: 'turn_complete' })
  const sent = row.bodies().slice(before)
  expect(sent.filter((body) => tokensOf(body) > window)).toEqual([])
  const lines = new Set(row.log().match(/The berth \d+ lies/g))
  expect(lines.size).toBe(Math.round((1.3 * window) / 2_500) * 320)
})

test('OVER-02: a limit on one output as large as the window does not bind the compaction: it cuts for itself', async () => {
  const window = 30_000
  const row = await open({
    window,
    strict: { windowTokens: window },
    settings: { tools: { output_max_tokens: window } },
    answers: [running(printing(window * 0.98)), saying('Counted.'), SUMMARY, saying('Painted.')],
  })
  await row.say('Count.')
  expect(row.told('exec_command_end')[0]?.output.length).toBeGreaterThan(window * 3)
  // The ladder made room before the next request already, so that there may be nothing to gain any more.
  await row.compact({ strategy: 'full' })
  expect(row.told('context_compacted').length).toBeGreaterThan(0)
  expect(await row.say('Paint.')).toMatchObject({ type: 'turn_complete' })
  expect(row.told('error')).toEqual([])
  expect(row.bodies()[1]).toMatch(/tokens, middle left out\]/)
})

test('OVER-03: where a second stage fails, success is told once, behind the line that holds it, and nothing says failed', async () => {
  const row = await open({
    settings: { ...QUIET, provider: { max_retries: 0 } },
    // Words that are no answer of the schema, then a failure of the stronger question.
    answers: [
      ...past(30_000),
      saying('{"task": 1'),
      http(500, { error: { message: 'It broke.' } }),
      saying('Painted.'),
    ],
  })
  await row.say('Count.')
  expect(await row.compact({ strategy: 'hierarchical' })).toMatchObject({ type: 'context_compacted' })
  expect([row.told('context_compacted').length, row.told('compact_failed').length]).toEqual([1, 0])
  const lines = row.log().split('\n')
  const held = lines.findIndex((line) => line.includes('"type":"compacted"'))
  const told = lines.findIndex((line) => line.includes('"type":"context_compacted"'))
  expect([held >= 0, held < told]).toEqual([true, true])
  expect(await row.say('Paint.')).toMatchObject({ last_agent_message: 'Painted.' })
})

test('OVER-03: one that cannot free anything is one visible failure, and what the model sees stays as it was', async () => {
  const row = await open({ answers: [saying('Ahoy.'), saying('Again.')] })
  await row.say('Ahoy?')
  expect(await row.compact({ strategy: 'full' })).toMatchObject({ type: 'compact_failed' })
  expect([row.told('context_compacted').length, row.told('compact_failed').length]).toEqual([0, 1])
  await row.say('Again?')
  const input = (body = ''): readonly unknown[] => (JSON.parse(body) as { input: unknown[] }).input
  const [first, second] = [input(row.bodies()[0]), input(row.bodies()[1])]
  expect(second.slice(0, first.length)).toEqual(first)
})

const MODELS = [{ id: 'alder' }, { id: 'oak', context_length: 128_000 }]

test('OVER-05: a window of 8k compacts what its big brother read, and asks nothing that does not fit it', async () => {
  const limits: Readonly<Record<string, number>> = { alder: 8_000, oak: 128_000 }
  let isSmall = false
  const row = await open({
    window: 100_000,
    settings: QUIET,
    strict: {
      alsoRefuse: (body) => {
        if (!isSmall) return null
        const { model } = body as { model: string }
        return tokensOf(body) > (limits[model] ?? 0) ? 'context_length_exceeded' : null
      },
    },
    answers: [...past(20_000), SUMMARY],
  })
  await row.say('Count.')
  isSmall = true
  await row.resume({ model: { context_window: 8_000 } })
  const before = row.bodies().length
  expect(await row.compact({ strategy: 'full' })).toMatchObject({ type: 'context_compacted' })
  expect(
    row
      .bodies()
      .slice(before)
      .filter((body) => tokensOf(body) > 8_000),
  ).toEqual([])
})

test.each(['OVER-05', 'LOCAL-08'])('%s: a larger model for compactions is used to its own limit', async () => {
  const again = await open({ window: 100_000, models: MODELS, settings: QUIET, answers: [...past(20_000), SUMMARY] })
  await again.say('Count.')
  await again.resume({ model: { context_window: 8_000 }, compact: { summarization_model: 'oak' } })
  expect(await again.compact({ strategy: 'full' })).toMatchObject({
    type: 'context_compacted',
    report: { strategy: 'full' },
  })
  const asked = again.bodies().at(-1)
  expect([JSON.parse(asked ?? '').model, tokensOf(asked ?? '') > 8_000]).toEqual(['oak', true])
})

test('OVER-12: a switch to a smaller window in mid-session makes what was said fit before the next request goes', async () => {
  let limit = 128_000
  const row = await open({
    window: 128_000,
    settings: QUIET,
    strict: { alsoRefuse: (body) => (tokensOf(body) > limit ? 'context_length_exceeded' : null) },
    answers: [...past(60_000), saying('Painted.')],
  })
  await row.say('Count.')
  expect(tokensOf(row.bodies().at(-1) ?? '')).toBeGreaterThan(50_000)
  limit = 32_000
  await row.resume({ model: { name: 'birch', context_window: 32_000 } })
  const before = row.bodies().length
  expect(await row.say('Paint them.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Painted.' })
  expect(
    row
      .bodies()
      .slice(before)
      .filter((body) => tokensOf(body) > limit),
  ).toEqual([])
  expect(row.told('context_compacted').length).toBeGreaterThan(0)
})

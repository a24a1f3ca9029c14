import { expect, test } from 'vitest'
import { BENCH_SETTINGS, failure } from '../testing/index.ts'
import { breachesOf, told } from '../testing/look.ts'
import { openReading, rounds, windowOf } from '../testing/reading-session.ts'

test('the hard limit compacts in the middle of the turn, before a request that would not fit, and the turn goes on', async () => {
  const bench = openReading({ script: [...rounds(30), { text: 'All read.' }], settings: windowOf(30_000) })
  await bench.say('sb_a', 'Read all of the quay, please.')
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_complete', last_agent_message: 'All read.' })
  const compactions = bench.events.flatMap(({ msg }) => (msg.type === 'compaction_started' ? [msg] : []))
  expect(compactions.length).toBeGreaterThan(1)
  // Once the estimates carry no margin any more, mid-turn compaction comes before the limit.
  expect(compactions[0]?.trigger).toBe('hard_limit')
  for (const { trigger } of compactions) expect(['hard_limit', 'mid_turn']).toContain(trigger)
  for (const { items } of bench.model.requests) {
    const words = items.filter(({ meta }) => meta.origin === 'user')
    expect(JSON.stringify(words)).toContain('Read all of the quay, please.')
    expect(words).toHaveLength(1)
  }
  expect(told(bench, 'sb_a').at(-1)).toBe('turn_complete')
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('with automatic compaction off a request that does not fit is not sent, and the end names the ways on', async () => {
  for (const change of [{ enabled: false }, { auto_compact_enabled: false }]) {
    const settings = windowOf(30_000, { compact: { ...BENCH_SETTINGS.compact, ...change } })
    const bench = openReading({ script: rounds(30), settings })
    await bench.say('sb_a', 'Read.')
    const { msg } = await bench.ended('sb_a')
    expect(msg).toMatchObject({ type: 'turn_aborted', reason: 'context_exhausted' })
    expect(msg.type === 'turn_aborted' && msg.message).toMatch(/compact\.(enabled|auto_compact_enabled)/)
    expect(bench.events.some(({ msg: { type } }) => type === 'context_compacted')).toBe(false)
  }
})

test('an overflow that the provider reports is answered by a compaction and the same request again', async () => {
  const script = [...rounds(12), { fault: failure('overflow', { status: 400 }) }, { text: 'All read.' }]
  const bench = openReading({ script })
  await bench.say('sb_a', 'Read.')
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_complete' })
  expect(bench.events.find(({ msg }) => msg.type === 'compaction_started')?.msg).toMatchObject({ trigger: 'overflow' })
  const [before, after] = bench.model.requests.slice(-2).map(({ items }) => JSON.stringify(items).length)
  expect(after).toBeLessThan((before ?? 0) / 2)
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('two overflows without an answer in between end the turn', async () => {
  const overflow = { fault: failure('overflow', { status: 400 }) }
  const bench = openReading({ script: [...rounds(12), overflow, overflow] })
  await bench.say('sb_a', 'Read.')
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_aborted', reason: 'context_exhausted' })
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('an unexplained refusal of a nearly full request counts as an overflow once', async () => {
  const settings = windowOf(37_000, { compact: { ...BENCH_SETTINGS.compact, token_safety_multiplier: 1 } })
  const refused = { fault: failure('refused', { status: 400 }) }
  const bench = openReading({ script: [...rounds(30), refused], settings })
  await bench.say('sb_a', 'Read.')
  await bench.ended('sb_a')
  // Whether the refusal met a nearly full window decides its name; it never loops.
  expect(bench.model.requests.length).toBeLessThanOrEqual(33)
})

test('with the feature off the built-in limit compacts before the window is full', async () => {
  const settings = windowOf(60_000, { features: { ...BENCH_SETTINGS.features, rawr_auto_compaction: false } })
  const bench = openReading({
    script: [...rounds(30), { text: 'All read.' }],
    settings: { ...settings, compact: { ...settings.compact, auto_compact_threshold: 30_000 } },
  })
  await bench.say('sb_a', 'Read.')
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_complete' })
  const started = bench.events.flatMap(({ msg }) => (msg.type === 'compaction_started' ? [msg] : []))
  expect(new Set(started.map(({ trigger }) => trigger))).toEqual(new Set(['built_in']))
  for (const { tokens_before } of started) expect(tokens_before).toBeGreaterThanOrEqual(30_000)
})

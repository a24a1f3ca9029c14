/** Rows TRIG and LOOP of the failure list about what is no trigger at all, and about compacting in vain. */
import { estimateText } from '@rawr/compaction'
import { SequenceId, textOfItem } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { compactions, decided } from '../testing/filling-turn.ts'
import { memoryTools } from '../testing/memory-ports.ts'
import { compact, openReading, rounds, windowOf } from '../testing/reading-session.ts'
import { type ScriptedStep, usage } from '../testing/scripted-model.ts'
import { BENCH_SETTINGS, type OpenedSession, sessionBench } from '../testing/session-bench.ts'

const failures = ({ events }: OpenedSession) =>
  events.flatMap(({ msg }) => (msg.type === 'compact_failed' ? [msg] : []))
const said = async (bench: OpenedSession, id: string, text: string): Promise<void> => {
  await bench.say(id, text)
  await bench.ended(id)
}
const asked = async (bench: OpenedSession, id: string, options: Parameters<typeof compact>[2] = {}) => {
  await compact(bench, id, options)
  await bench.ended(id)
}

test('TRIG-09: 500 tiny messages worth 5,000 tokens are no trigger', async () => {
  const answers = Array.from({ length: 250 }, (): ScriptedStep => ({ text: 'Yes, it is moored.' }))
  const commits: ScriptedStep = { calls: [{ name: 'shell', arguments: {} }] }
  const tools = memoryTools({
    shell: {
      alone: true,
      purpose: () => ({ kind: 'exec', command: ['git', 'commit', '-m', 'Moor'], cwd: '/home/ada/harbour' }),
      run: () => ({ output: '', success: true, exitCode: 0 }),
    },
  })
  const bench = sessionBench({ script: [...answers, commits, { text: 'All done.' }], tools })
  for (let n = 0; n < 250; n += 1) await said(bench, `sb_${n}`, 'Is this one moored too?')
  await said(bench, 'sb_last', 'Commit it.')
  expect(bench.model.requests.at(-1)?.items.length).toBeGreaterThan(500)
  expect(compactions(bench)).toEqual([])
  // It was asked, at a boundary, and said so.
  const last = decided(bench).at(-1)
  expect(last).toMatchObject({ decision: { kind: 'leave', why: 'no_tier' }, inputs: { boundaries: ['commit'] } })
  expect(last?.inputs.usage.percent_remaining).toBeGreaterThan(90)
})

test('TRIG-10: after 40 % of the window in new turns a second compaction works, by hand and automatically', async () => {
  // A page has about 2,600 tokens: eight of them are 40 % of the window.
  const turn: readonly ScriptedStep[] = [...rounds(8), { text: 'Read.' }]
  const bench = openReading({
    script: [...turn, ...turn, ...turn, ...turn, { text: 'Yes.' }],
    settings: windowOf(52_000),
  })
  await said(bench, 'sb_1', 'Read the first quays.')
  await asked(bench, 'sb_c1', { strategy: 'extractive', budget: 3_000 })
  await said(bench, 'sb_2', 'Read the next quays.')
  await asked(bench, 'sb_c2', { strategy: 'extractive', budget: 3_000 })
  expect(failures(bench)).toEqual([])
  const [first, second] = compactions(bench)
  expect(second?.tokens_before).toBeGreaterThan((first?.tokens_after ?? 0) + 0.35 * 52_000)
  // It covers what came since and what the first one stood for.
  expect(second?.view.through).not.toBe(first?.view.through)
  await said(bench, 'sb_3', 'Read twice as many.')
  const after = bench.model.requests.find(({ items }) =>
    items.slice(-1).some((item) => textOfItem(item) === 'Read twice as many.'),
  )
  const texts = (after?.items ?? []).map(textOfItem).join('\n')
  expect(texts).toContain('quay-16')
  expect(texts).toContain('Read the first quays.')
  await said(bench, 'sb_4', 'And again.')
  await said(bench, 'sb_5', 'Is that all?')
  const automatic = compactions(bench).slice(2)
  expect(automatic.length).toBeGreaterThan(0)
  for (const { trigger } of automatic) expect(['hard_limit', 'mid_turn']).toContain(trigger)
})

test('LOOP-06: with a floor of 85,000 in a window of 100,000 the parts are named once, with their sizes, and nothing is compacted', async () => {
  const words = (tokens: number): string => {
    const line = 'Berths are numbered from the sea, and each rope is looked at twice. '
    return line.repeat(Math.round(tokens / estimateText(line, 'prose')))
  }
  const tools = memoryTools({ survey: { description: words(55_000), run: () => ({ output: '', success: true }) } })
  const settings = {
    ...BENCH_SETTINGS,
    compact: { ...BENCH_SETTINGS.compact, auto_compact_threshold_pct: 0.8, token_safety_multiplier: 1 },
  }
  const bench = sessionBench({
    script: [
      { text: 'Yes.', usage: usage(86_000, 5) },
      { text: 'Yes.', usage: usage(86_020, 5) },
    ],
    tools,
    settings,
    readContext: async () => ({
      instructions: [{ path: '/home/ada/harbour/AGENTS.md', text: words(30_000) }],
      shell: 'bash',
      date: '2026-03-14',
      warnings: [],
    }),
  })
  await said(bench, 'sb_1', 'Moored?')
  await said(bench, 'sb_2', 'Sure?')
  expect(compactions(bench)).toEqual([])
  expect(bench.model.requests).toHaveLength(2)
  const warnings = bench.events.flatMap(({ msg }) => (msg.type === 'warning' ? [msg.message] : []))
  expect(warnings).toEqual([
    expect.stringMatching(
      /system prompt and tool schemas ~5\d{4}, project instructions, environment and pins ~3\d{4}\), so automatic compaction is off/,
    ),
  ])
})

test.each(['auto', 'full', 'inline', 'hierarchical'] as const)(
  'LOOP-09: five times /compact (%s) over what is pinned or protected says that there is nothing to gain, and asks no model',
  async (strategy) => {
    const bench = openReading({ script: [...rounds(4), { text: 'Read.' }, ...rounds(4)] })
    await said(bench, 'sb_1', 'Read four quays.')
    const items = bench.log.lines.flatMap((line) => (line.type === 'response_item' ? [line.payload] : []))
    for (const { meta } of items.slice(2))
      await bench.submit(`sb_p${meta.id}`, { type: 'pin', target: { kind: 'item', first: meta.id } })
    const before = bench.model.requests.length
    for (const n of [1, 2, 3, 4, 5]) await asked(bench, `sb_c${n}`, { strategy })
    expect(bench.model.requests.length).toBe(before)
    expect(compactions(bench)).toEqual([])
    expect(failures(bench).map(({ reason }) => reason)).toEqual(Array.from({ length: 5 }, () => 'no_gain'))
  },
)

test('LOOP-10: after 4 compactions neither the log nor any request has the prompt of one', async () => {
  const summary = 'The quays were read, and the ropes are whole. Nothing is open.'
  const answer = (request: { toolChoice: string }): ScriptedStep =>
    request.toolChoice === 'none' ? { text: summary } : { text: 'Read.' }
  const script = Array.from({ length: 4 }, () => [...rounds(8), answer, answer]).flat()
  const bench = openReading({ script, settings: windowOf(60_000) })
  for (const n of [1, 2, 3, 4]) {
    await said(bench, `sb_${n}`, `Read stretch ${n}.`)
    await asked(bench, `sb_c${n}`, { strategy: 'full' })
  }
  expect(compactions(bench)).toHaveLength(4)
  const prompts = bench.model.requests
    .filter(({ toolChoice }) => toolChoice === 'none')
    .map(({ items }) => items.at(-1))
  expect(prompts).toHaveLength(4)
  const texts = prompts.map((item) => (item === undefined ? '' : textOfItem(item)))
  const log = JSON.stringify(bench.log.lines)
  const others = bench.model.requests.flatMap(({ items }) => items.filter((item) => !prompts.includes(item)))
  for (const text of texts) {
    expect(text.length).toBeGreaterThan(100)
    const line = JSON.stringify(text.split('\n').toSorted((a, b) => b.length - a.length)[0]).slice(1, -1)
    expect(log).not.toContain(line)
    expect(JSON.stringify(others)).not.toContain(line)
  }
  // And none grows with the number of those before it.
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(
    2 * Math.min(...texts.map(({ length }) => length)),
  )
})

test('LOOP-10: the watcher’s own prompts stand in no request and no summary behind their compaction', async () => {
  const bench = openReading({
    script: [
      ...Array.from({ length: 4 }, () => [...rounds(8), { text: 'Read.' }, { text: 'PACKET: ropes.' }]).flat(),
      { text: 'Yes.' },
    ],
    settings: windowOf(60_000),
  })
  const PROMPT = 'Write down what must not be lost: the continuation packet.'
  for (const n of [1, 2, 3, 4]) {
    await said(bench, `sb_${n}`, `Read stretch ${n}.`)
    const sequence_id = SequenceId.parse(`sq_${n}`)
    await bench.submit(`sb_h${n}`, { type: 'hold_input', sequence_id, deadline: bench.clock.now() + 60_000 })
    const items = [{ type: 'text' as const, text: PROMPT }]
    await bench.submit(`sb_p${n}`, { type: 'user_turn', items, origin: 'packet_prompt', sequence_id })
    await bench.ended(`sb_p${n}`)
    await asked(bench, `sb_c${n}`, { strategy: 'extractive', budget: 3_000 })
    await bench.submit(`sb_r${n}`, { type: 'release_input', sequence_id, handoff: `HANDED ${n}` })
  }
  await said(bench, 'sb_5', 'Is that all?')
  expect(compactions(bench)).toHaveLength(4)
  const last = (bench.model.requests.at(-1)?.items ?? []).map(textOfItem).join('\n')
  expect(last).toContain('HANDED 4')
  expect(last).not.toContain(PROMPT)
  expect(last).not.toContain('PACKET: ropes.')
})

test('LOOP-12: five messages, all protected: a forced compaction stores nothing, is no success, and is not tried again', async () => {
  const bench = openReading({
    script: [
      { text: 'Yes.' },
      { text: 'Yes.' },
      (request) => ({ text: request.toolChoice === 'none' ? 'No events were given.' : 'Yes.' }),
    ],
  })
  await said(bench, 'sb_1', 'Moored?')
  await said(bench, 'sb_2', 'Sure?')
  await asked(bench, 'sb_c', { strategy: 'full' })
  expect(compactions(bench)).toEqual([])
  expect(failures(bench)).toMatchObject([{ reason: 'no_gain' }])
  expect(bench.model.requests).toHaveLength(2)
  const ends = bench.events.filter(({ id, msg }) => id === 'sb_c' && msg.type === 'turn_complete')
  expect(ends).toHaveLength(1)
})

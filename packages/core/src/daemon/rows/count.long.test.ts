// Failure rows of the kind COUNT: what a provider reports, what we count ourselves, and what is shown of both.
import { estimateItem, estimateText } from '@rawr/compaction'
import { type HistoryItem, ItemId, isToolOutput, textOfOutput } from '@rawr/protocol'
import type { LinkItem } from '@rawr/protocol/client'
import { expect, test } from 'vitest'
import { responses, sse } from '../../adapters/model/testing/provider-server.ts'
import {
  type Asked,
  opensPasts,
  type PastBench,
  rounds,
  running as runningCommand,
  type Said,
  type Step,
} from '../testing/past-bench.ts'
import { opensRows, running, saying } from '../testing/row-bench.ts'

const open = opensRows()

const answer = (usage: object) =>
  sse(responses.text('Ahoy.'), responses.done(responses.message('Ahoy.')), responses.completed({ usage }))

const ODD = [
  ['null', { input_tokens: null, output_tokens: null, total_tokens: null }],
  ['strings', { input_tokens: '4000', output_tokens: 'many' }],
  ['negative', { input_tokens: -9_000, output_tokens: -1, total_tokens: -9_001 }],
  ['missing', {}],
  ['huge', { input_tokens: 1e308, output_tokens: 1e308 }],
] as const

const NO_FIGURE = /NaN|Infinity|"(?:used_tokens|input_tokens|output_tokens|total_tokens|percent_remaining)":(?:null|-)/

test.each(ODD)(
  'COUNT-03: usage with %s fields: no such figure in the log, the meter or a compaction',
  async (_, usage) => {
    const row = await open({
      answers: [running('seq 1 4000'), running('seq 1 5000'), answer(usage), saying('Aye.')],
    })
    expect(await row.say('Count.')).toMatchObject({ type: 'turn_complete' })
    expect(await row.compact({ strategy: 'extractive', budget: 2_000 })).toMatchObject({ type: 'context_compacted' })
    expect(await row.say('Again.')).toMatchObject({ type: 'turn_complete' })
    const told = row.told('token_count')
    expect(told.length).toBeGreaterThan(2)
    for (const { usage: figure } of told) {
      expect(figure.used_tokens).toBeGreaterThan(0)
      expect(figure.used_tokens).toBeLessThan(figure.window_tokens)
    }
    expect(JSON.stringify(row.client.items)).not.toMatch(NO_FIGURE)
  },
)

const openPast = opensPasts()

/** What our own count gives a request. */
const estimated = ({ instructions, tools, input }: Asked): number =>
  estimateText(instructions, 'prose') +
  estimateText(JSON.stringify(tools.map(offered)), 'call') +
  input.reduce<number>((sum, item) => sum + estimateItem(itemOf(item)), 0)

const offered = (tool: unknown): unknown => {
  const { name, description, parameters } = tool as Record<string, unknown>
  return { name, description, parameters }
}

/** What goes over the wire is an item but for what only we know of it. */
const itemOf = (item: unknown): HistoryItem => ({
  ...(item as HistoryItem),
  meta: { id: ItemId.parse('i1'), at: 0, origin: 'tool' },
})

const figures = (row: PastBench) => row.told('token_count').map(({ usage }) => usage)

test('COUNT-01: without usage, W=16k and 80k characters in steps: our own estimate compacts before W, and is shown as one', async () => {
  const W = 16_000
  const row = await openPast({ window: W, script: [...rounds(11), { text: 'Read.' }], strict: { windowTokens: W } })
  expect(await row.say('Read it.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Read.' })
  expect(figures(row).length).toBeGreaterThan(5)
  for (const { source, used_tokens } of figures(row)) {
    expect(source).toBe('divisors')
    expect(used_tokens).toBeGreaterThan(0)
    expect(used_tokens).toBeLessThan(W)
  }
  expect((await row.compacted()).length).toBeGreaterThan(0)
  const read = (await row.lines()).flatMap((line) =>
    line.type === 'response_item' && isToolOutput(line.payload) ? [textOfOutput(line.payload)] : [],
  )
  expect(read.join('').length).toBeGreaterThanOrEqual(80_000)
})

test('COUNT-06: of a provider that counts 1.4 times our estimate and refuses above W, at most one request is refused', async () => {
  const window = 32_000
  let refused = 0
  const strictly =
    (said: Said): Step =>
    (asked) => {
      const tokens = Math.ceil(1.4 * estimated(asked))
      if (tokens <= window) return { ...said, usage: [tokens, 20] }
      refused += 1
      return {
        fault: { status: 400, code: 'context_length_exceeded', message: 'Your input exceeds the context window.' },
      }
    }
  const read = (lines: number): Step => strictly(runningCommand(`head -n ${lines} berths.ts`))
  // What comes at once is much, at every fill of the window: there the error of an estimate is larger than what is kept for
  // the answer.
  const script = Array.from({ length: 10 }, (_, turn) => [
    ...Array.from({ length: 4 + turn }, () => read(80)),
    read(1_900),
    strictly({ text: 'Read.' }),
  ]).flat()
  const row = await openPast({
    window,
    script,
    files: { 'berths.ts': 'export const berth = moor(1)\n'.repeat(2_000) },
    settings: {
      tools: { output_max_tokens: 20_000 },
      features: { rawr_auto_compaction: false },
      compact: { auto_compact_threshold_pct: 1, free_space_buffer: 0 },
    },
  })
  for (let n = 0; n < 10; n += 1) expect(await row.say(`Read quay ${n}.`)).toMatchObject({ type: 'turn_complete' })
  expect((await row.compacted()).length).toBeGreaterThan(2)
  expect(refused).toBeLessThanOrEqual(1)
})

test('COUNT-07: answers of 8k and of 50 tokens by turns: the meter only grows, and is what the next request is', async () => {
  const inputs: number[] = []
  const answered =
    (n: number): Step =>
    (asked) => {
      const tokens = estimated(asked)
      inputs.push(tokens)
      const text = 'moor '.repeat(n % 2 === 0 ? 8_000 : 50)
      return { text, usage: [tokens, estimateText(text, 'prose') + 4] }
    }
  const row = await openPast({ window: 200_000, script: Array.from({ length: 8 }, (_, n) => answered(n)) })
  const meter: number[] = []
  for (let n = 0; n < 8; n += 1) {
    await row.say(`Question ${n}?`)
    meter.push(figures(row).at(-1)?.used_tokens ?? 0)
  }
  expect(meter).toEqual(meter.toSorted((a, b) => a - b))
  // The next request is what the meter said and the new question; nothing was counted twice, nothing is left out.
  for (const [n, input] of inputs.slice(1).entries()) {
    expect(input - (meter[n] ?? 0)).toBeGreaterThanOrEqual(0)
    expect(input - (meter[n] ?? 0)).toBeLessThan(20)
  }
  expect(await row.compacted()).toEqual([])
})

test('COUNT-08: straight after /compact count and percentage are the new ones, the same in every client', async () => {
  const row = await openPast({ script: [...rounds(10), { text: 'Read.' }] })
  const other = row.bench.client('other', { follow: new Map([[row.threadId, 0]]) })
  await row.say('Read it.')
  const before = figures(row).at(-1)
  const { report, compaction_id } = await row.condense({ strategy: 'extractive' })
  const isBehind = (item: LinkItem): boolean => item.type === 'event' && item.msg.type === 'compact_completed'
  await other.item(isBehind)
  await row.client.item((item) => isBehind(item))
  const shown = [row.client, other].map(async (client) => {
    const answer = await client.ask({ type: 'context_breakdown' }, { threadId: row.threadId })
    if (!answer.ok) throw new Error(answer.error.message)
    const told = client.items.flatMap((item) =>
      item.type === 'event' && item.msg.type === 'token_count' ? [item.msg.usage] : [],
    )
    return [told.at(-1), answer.value.usage]
  })
  const seen = (await Promise.all(shown)).flat()
  for (const usage of seen) expect(usage).toEqual(seen[0])
  expect(seen[0]?.used_tokens).toBe(report.tokens_after)
  expect(seen[0]?.used_tokens).toBeLessThan(before?.used_tokens ?? 0)
  expect(seen[0]?.percent_remaining).toBeGreaterThan(before?.percent_remaining ?? 100)
  expect(report.compaction_id).toBe(compaction_id)
})

test('COUNT-11: a usage report at 0.3 W and then one result of 0.7 W are made to fit before anything is sent', async () => {
  const W = 24_000
  const row = await openPast({
    window: W,
    strict: { windowTokens: W },
    files: { 'berths.ts': 'export const berth = moor(1)\n'.repeat(2_000) },
    settings: { tools: { output_max_tokens: 0.7 * W } },
    script: [{ ...rounds(1)[0], usage: [0.3 * W, 20] }, runningCommand('cat berths.ts'), { text: 'Read.' }],
  })
  expect(await row.say('Read it.')).toMatchObject({ type: 'turn_complete', last_agent_message: 'Read.' })
  expect(row.told('stream_error')).toEqual([])
  expect(row.asked()).toHaveLength(3)
  const triggers = (await row.compacted()).map(({ trigger }) => trigger)
  expect(triggers.length).toBeGreaterThan(0)
  expect(triggers).not.toContain('overflow')
})

test('COUNT-13: a summary that is longer than its input is discarded, and the report says so with both numbers', async () => {
  const row = await openPast({
    script: [...rounds(10), { text: 'Read.' }, { text: 'The quay was read.\n'.repeat(12_000) }],
  })
  await row.say('Read it.')
  const { report } = await row.condense({ strategy: 'full' })
  expect(report.strategy).toBe('extractive')
  expect(report.reason).toMatch(/\(~\d{5} tokens\) is larger than what it condenses \(~\d{5} tokens\)/)
  expect(await row.viewText()).not.toContain('A model wrote')
  expect(report.tokens_after).toBeLessThan(report.tokens_before)
})

test('COUNT-14: the report has both sizes, marked as estimates, and what was kept and archived; log and event the same', async () => {
  const row = await openPast({ script: [...rounds(10), { text: 'Read.' }] })
  await row.say('Read it.')
  const items = (await row.lines()).filter(({ type }) => type === 'response_item').length
  const { report, message } = await row.condense({ strategy: 'extractive' })
  expect(report.estimate).toBe('divisors')
  expect(report.kept + report.cleared + report.archived).toBe(items)
  expect(report.archived).toBeGreaterThanOrEqual(12)
  expect((await row.compacted())[0]?.report).toEqual(report)
  const cleared = report.cleared > 0 ? `cleared ${report.cleared}; ` : ''
  expect(message).toContain(`; kept ${report.kept}; ${cleared}archived ${report.archived}; `)
  expect(message).toMatch(/^Compaction complete: ~\S+ → ~\S+ tokens; /)
})

/** Rows COUNT of the failure list that are about what a provider reports, through a running session. */
import { estimateItem, estimateText } from '@rawr/compaction'
import { expect, test } from 'vitest'
import type { SamplingRequest } from '../ports/model-client.ts'
import {
  BENCH_SETTINGS,
  failure,
  memoryTools,
  type OpenedSession,
  type ScriptedStep,
  sessionBench,
  usage,
} from '../testing/index.ts'
import { openReading, windowOf } from '../testing/reading-session.ts'

/** What our own count gives a request. */
const estimated = ({ instructions, tools, items }: SamplingRequest): number =>
  estimateText(instructions, 'prose') +
  estimateText(JSON.stringify(tools), 'call') +
  items.reduce((sum, item) => sum + estimateItem(item), 0)

const figuresOf = ({ events }: OpenedSession): readonly number[] =>
  events.flatMap(({ msg }) => (msg.type === 'token_count' ? [msg.usage.used_tokens] : []))

test('COUNT-06: of a provider that counts 1.4 times our estimate and refuses above W, at most one request is refused', async () => {
  const window = 24_000
  let refused = 0
  const strict =
    (step: Exclude<ScriptedStep, (request: SamplingRequest) => ScriptedStep>): ScriptedStep =>
    (request) => {
      const tokens = Math.ceil(1.4 * estimated(request))
      if (tokens <= window) return { ...step, usage: usage(tokens, 20) }
      refused += 1
      return { fault: failure('overflow', { status: 400 }) }
    }
  const read = (lines: number): ScriptedStep => strict({ calls: [{ name: 'read', arguments: { lines } }] })
  // What comes at once is much, at every fill of the window: there the error of an estimate is larger than what is kept for
  // the answer.
  const script = Array.from({ length: 12 }, (_, turn) => [
    ...Array.from({ length: 4 + turn }, () => read(100)),
    read(1_100),
    strict({ text: 'Read.' }),
  ]).flat()
  const tools = memoryTools({
    read: {
      run: (args) => ({
        output: 'export const berth = moor(1)\n'.repeat(Number(/\d+/.exec(JSON.stringify(args))?.[0])),
        success: true,
      }),
    },
  })
  const features = { ...BENCH_SETTINGS.features, rawr_auto_compaction: false }
  const compact = { ...BENCH_SETTINGS.compact, auto_compact_threshold_pct: 1, free_space_buffer: 0 }
  const bench = sessionBench({ script, tools, settings: windowOf(window, { features, compact }) })
  for (let n = 0; n < 12; n += 1) {
    await bench.say(`sb_${n}`, `Read quay ${n}.`)
    expect((await bench.ended(`sb_${n}`)).msg.type).toBe('turn_complete')
  }
  expect(bench.log.lines.filter(({ type }) => type === 'compacted').length).toBeGreaterThan(2)
  expect(refused).toBeLessThanOrEqual(1)
})

test('COUNT-07: answers of 8k and of 50 tokens by turns: the meter only grows, and is what the next request is', async () => {
  const inputs: number[] = []
  const word = 'moor '
  const answer =
    (n: number): ScriptedStep =>
    (request) => {
      const tokens = estimated(request)
      inputs.push(tokens)
      const text = word.repeat(n % 2 === 0 ? 8_000 : 50)
      return { text, usage: usage(tokens, estimateText(text, 'prose') + 4) }
    }
  const bench = openReading({ script: Array.from({ length: 8 }, (_, n) => answer(n)), settings: windowOf(200_000) })
  const meter: number[] = []
  for (let n = 0; n < 8; n += 1) {
    await bench.say(`sb_${n}`, `Question ${n}?`)
    await bench.ended(`sb_${n}`)
    meter.push(figuresOf(bench).at(-1) ?? 0)
  }
  expect(meter).toEqual(meter.toSorted((a, b) => a - b))
  // The next request is what the meter said and the new question; nothing was counted twice, nothing is left out.
  for (const [n, input] of inputs.slice(1).entries()) {
    expect(input - (meter[n] ?? 0)).toBeGreaterThanOrEqual(0)
    expect(input - (meter[n] ?? 0)).toBeLessThan(20)
  }
  expect(bench.log.lines.some(({ type }) => type === 'compacted')).toBe(false)
})

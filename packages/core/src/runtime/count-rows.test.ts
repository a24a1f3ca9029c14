/** Rows COUNT of the failure list that are about what a provider reports, through a running session. */
import { estimateItem, estimateText } from '@rawr/compaction'
import { expect, test } from 'vitest'
import type { SamplingRequest } from '../ports/model-client.ts'
import { failure, memoryTools, type OpenedSession, type ScriptedStep, sessionBench, usage } from '../testing/index.ts'
import { openReading, windowOf } from '../testing/reading-session.ts'

/** What our own count gives a request. */
const estimated = ({ instructions, tools, items }: SamplingRequest): number =>
  estimateText(instructions, 'prose') +
  estimateText(JSON.stringify(tools), 'call') +
  items.reduce((sum, item) => sum + estimateItem(item), 0)

const figuresOf = ({ events }: OpenedSession): readonly number[] =>
  events.flatMap(({ msg }) => (msg.type === 'token_count' ? [msg.usage.used_tokens] : []))

test('COUNT-06: of a provider that counts 1.4 times our estimate and refuses above W, at most one request is refused', async () => {
  const window = 40_000
  let refused = 0
  const strict =
    (step: Exclude<ScriptedStep, (request: SamplingRequest) => ScriptedStep>): ScriptedStep =>
    (request) => {
      const tokens = Math.ceil(1.4 * estimated(request))
      if (tokens <= window) return { ...step, usage: usage(tokens, 20) }
      refused += 1
      return { fault: failure('overflow', { status: 400 }) }
    }
  const script = Array.from({ length: 4 }, () => [
    ...Array.from({ length: 14 }, () => strict({ calls: [{ name: 'read', arguments: { path: 'src/quay.ts' } }] })),
    strict({ text: 'Read.' }),
  ]).flat()
  // What comes at once is much: there the error of an estimate is larger than the room that is kept for the answer.
  const large = 'export const berth = moor(1)\n'.repeat(1_900)
  const tools = memoryTools({ read: { run: () => ({ output: large, success: true }) } })
  const bench = sessionBench({ script, tools, settings: windowOf(window) })
  for (const n of [1, 2, 3, 4]) {
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

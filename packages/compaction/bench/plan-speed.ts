/**
 * How long a plan over about 200,000 tokens takes: cold (nothing was read before) and warm (as in a running session,
 * where only the newest items are new). Run: node --conditions=@rawr/source bench/plan-speed.ts
 */
import { appendItem, emptyHistory, type History, itemCount, planCompaction, visibleTokens } from '@rawr/compaction'
import { contextUsage, outputReserve } from '@rawr/policy'
import { CallId, CompactionId, DEFAULT_SETTINGS, type HistoryItem, ItemId } from '@rawr/protocol'

const TOKENS = 200_000
const ROUNDS = 40
const windowTokens = 400_000

const meta = (id: string, origin: HistoryItem['meta']['origin']): HistoryItem['meta'] => ({
  id: ItemId.parse(id),
  at: 0,
  origin,
})

const turn = (round: number, step: number): HistoryItem[] => {
  const name = `r${round}s${step}`
  const call_id = CallId.parse(`call_${name}`)
  const rows = Array.from(
    { length: 60 },
    (_, row) => `src/part${step}/file${row}.ts:${row}: export const readNext${step}_${row} = parse(tokens, ${row})`,
  )
  return [
    {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: `Rename the readers of part ${step}.` }],
      meta: meta(`${name}u`, 'user'),
    },
    {
      type: 'function_call',
      name: 'shell',
      arguments: JSON.stringify({ command: `rg -n readNext src/part${step}` }),
      call_id,
      meta: meta(`${name}c`, 'assistant'),
    },
    { type: 'function_call_output', call_id, output: rows.join('\n'), success: true, meta: meta(`${name}o`, 'tool') },
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: `Part ${step} is renamed because readNext${step} was taken.` }],
      meta: meta(`${name}a`, 'assistant'),
    },
  ]
}

const grown = (round: number): History => {
  let history = emptyHistory
  for (let step = 0; visibleTokens(history) < TOKENS; step += 1) history = turn(round, step).reduce(appendItem, history)
  return history
}

const plan = (history: History): void => {
  let count = 0
  const outcome = planCompaction({
    history,
    requested: 'extractive',
    trigger: 'manual',
    options: {},
    settings: DEFAULT_SETTINGS.compact,
    usage: contextUsage({ usedTokens: visibleTokens(history), floorTokens: 0, windowTokens, source: 'divisors' }),
    outputReserve: outputReserve({ windowTokens }),
    contextItems: [],
    compactionId: CompactionId.parse('c1'),
    itemIds: () => {
      count += 1
      return ItemId.parse(`s${count}`)
    },
    at: 0,
    midTurn: true,
    modelAvailable: false,
  })
  if (!outcome.ok) throw new Error(outcome.error.message)
}

const timed = (work: () => void): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

const row = (name: string, times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1).padStart(7)
  return `${name.padEnd(8)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms`
}

const cold: number[] = []
const warm: number[] = []
const append: number[] = []
let items = 0
for (let round = 0; round < ROUNDS; round += 1) {
  let history = emptyHistory
  append.push(
    timed(() => {
      history = grown(round)
    }),
  )
  items = itemCount(history)
  cold.push(timed(() => plan(history)))
  const later = turn(round, 1_000_000).reduce(appendItem, history)
  warm.push(timed(() => plan(later)))
}
console.log(`${items} items, ~${TOKENS} tokens, ${ROUNDS} rounds`)
for (const [name, times] of [
  ['append', append],
  ['cold', cold],
  ['warm', warm],
] as const)
  console.log(row(name, times))

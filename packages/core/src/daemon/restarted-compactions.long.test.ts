// Ten compactions of one thread with a restart of the daemon between each two, against one single compaction at the same place.
import { historyFromLines, planCompaction, visibleTokens } from '@rawr/compaction'
import { contextUsage, outputReserve } from '@rawr/policy'
import { CompactionId, DEFAULT_SETTINGS, ItemId, type RolloutLine } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { opensPasts, rounds } from './testing/past-bench.ts'

const open = opensPasts()

const OPTIONS = { strategy: 'extractive', budget: 3_000 } as const
const STRETCHES = 10
const PAGES = 8
const STRETCH_TOKENS = 20_000
const WINDOW = 100_000

/** What a compaction behind these lines would say, had none been before. */
const saidAtOnce = (lines: readonly RolloutLine[]): string => {
  const history = historyFromLines(lines.filter(({ type }) => type !== 'compacted'))
  let ids = 0
  const plan = planCompaction({
    history,
    requested: 'extractive',
    trigger: 'manual',
    options: OPTIONS,
    settings: DEFAULT_SETTINGS.compact,
    usage: contextUsage({
      usedTokens: visibleTokens(history),
      floorTokens: 0,
      windowTokens: WINDOW,
      source: 'divisors',
    }),
    outputReserve: outputReserve({ windowTokens: WINDOW }),
    contextItems: [],
    compactionId: CompactionId.parse('cp_once'),
    itemIds: () => {
      ids += 1
      return ItemId.parse(`once${ids}`)
    },
    at: 0,
    midTurn: false,
    modelAvailable: true,
  })
  if (!plan.ok) throw new Error(plan.error.message)
  return plan.value.entry.message
}

test('after 1, 2, 5 and 10 compactions, 20k new tokens and a restart of the daemon between, the summary is that of a single one', async () => {
  const script = Array.from({ length: STRETCHES }, (_, n) => [
    ...rounds(PAGES, n * PAGES + 1),
    { text: `Quay ${n} needs longer ropes because of its tide.` },
  ]).flat()
  const row = await open({ script, window: WINDOW })
  for (let stretch = 1; stretch <= STRETCHES; stretch += 1) {
    const before = historyFromLines(await row.lines())
    expect(await row.say(`Read on at quay ${stretch}. Never touch src/lock${stretch}.ts.`)).toMatchObject({
      type: 'turn_complete',
    })
    const grown = visibleTokens(historyFromLines(await row.lines())) - visibleTokens(before)
    expect(grown).toBeGreaterThanOrEqual(STRETCH_TOKENS)
    await row.condense(OPTIONS)
    const lines = await row.lines()
    const at = lines.findLastIndex(({ type }) => type === 'compacted')
    const entry = lines[at]
    expect(entry?.type === 'compacted' && entry.payload.message).toBe(saidAtOnce(lines.slice(0, at)))
    await row.bench.restart()
    await row.resume({})
  }
  expect(await row.compacted()).toHaveLength(STRETCHES)
})

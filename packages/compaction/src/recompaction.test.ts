/**
 * However often a thread was compacted before: a compaction says what it would have said at the same cut without the
 * earlier ones, as it reads the whole log and never a summary. Between two of them the history goes through its log.
 */
import type { HistoryItem, ItemId, RolloutLine } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import {
  appendItem,
  applyLine,
  emptyHistory,
  type History,
  historyFromLines,
  visibleTokens,
} from './history/history.ts'
import { planCompaction } from './plan.ts'
import { call, type Draft, id, idsFrom, line, numbered, patch, planInput, result, say, user } from './testing/items.ts'

const STRETCH_TOKENS = 20_000
const BUDGET = 3_000

const rows = (step: number): string =>
  Array.from(
    { length: 60 },
    (_, row) => `src/quay${step % 17}/berth${row}.ts:${row}: export const mooring${step}_${row} = tie(${row * step})`,
  ).join('\n')

/** One round of reading, changing, failing and mending. */
const round = (step: number): readonly Draft[] => [
  ...(step % 5 === 0 ? [user(`Moor berth ${step}. Never touch src/lock${step}.ts.`)] : []),
  call(`r${step}`, 'read', { path: `src/quay${step % 17}/berth.ts` }),
  result(`r${step}`, rows(step)),
  patch(
    `e${step}`,
    `*** Begin Patch\n*** Update File: src/tie${step % 13}.ts\n+const rope${step} = ${step}\n*** End Patch`,
  ),
  result(`e${step}`, 'Done.', 0),
  call(`t${step}`, 'shell', { command: `make quay${step % 7}` }),
  result(`t${step}`, step % 3 === 0 ? `error: rope${step} is too short` : 'ok', step % 3 === 0 ? 2 : 0),
  say(`Berth ${step} needs rope${step} because the tide of quay${step % 17} is high.`),
]

const logged = (item: HistoryItem): RolloutLine => line({ type: 'response_item', payload: item })

/** The lines of a thread of so many stretches, compacted behind each of them or behind the last one alone. */
const lived = (stretches: number, isCompacted: (stretch: number) => boolean) => {
  const lines: RolloutLine[] = []
  let step = 0
  let items = 0
  let summary = ''
  let count = 0
  const viewIds = idsFrom('v')
  for (let stretch = 1; stretch <= stretches; stretch += 1) {
    const start = visibleTokens(historyFromLines(lines))
    let grown: History = emptyHistory
    while (visibleTokens(grown) < STRETCH_TOKENS) {
      for (const item of numbered(round(step))) {
        items += 1
        const next = { ...item, meta: { ...item.meta, id: id(`i${items}`) } }
        grown = appendItem(grown, next)
        lines.push(logged(next))
      }
      step += 1
    }
    if (!isCompacted(stretch)) continue
    // Read back, as after a restart.
    const history = historyFromLines(JSON.parse(JSON.stringify(lines)))
    count += 1
    const plan = planCompaction(
      planInput(history, Math.max(start, visibleTokens(history)), {
        options: { budget: BUDGET },
        itemIds: (): ItemId => viewIds(),
      }),
    )
    if (!plan.ok) throw new Error(`${stretch}: ${plan.error.message}`)
    summary = plan.value.preview
    const entry = { ...plan.value.entry, id: `c${count}` as typeof plan.value.entry.id }
    lines.push(line({ type: 'compacted', payload: entry }))
    expect(applyLine(history, lines.at(-1) as RolloutLine).compactions).toHaveLength(count)
  }
  return summary
}

describe('after many compactions with a restart between, the summary is that of one', () => {
  it.each([1, 2, 5, 10])('%d', (compactions) => {
    const last = (stretch: number) => stretch === compactions
    expect(lived(compactions, () => true)).toBe(lived(compactions, last))
  })
})

// A short session becomes a view of a few hundred tokens, and comes back whole. Run: node --conditions=@rawr/source compact-a-history.ts
import {
  appendItem,
  applyLine,
  completionLine,
  emptyHistory,
  planCompaction,
  renderContext,
  undoCompaction,
  visibleItems,
  visibleTokens,
} from '@rawr/compaction'
import { contextUsage, outputReserve } from '@rawr/policy'
import { CallId, CompactionId, DEFAULT_SETTINGS, type HistoryItem, ItemId, type RolloutLine } from '@rawr/protocol'

const windowTokens = 32_000
let count = 0
const meta = (origin: HistoryItem['meta']['origin']): HistoryItem['meta'] => {
  count += 1
  return { id: ItemId.parse(`i${count.toString(36)}`), at: 0, origin }
}

const turn = (step: number): HistoryItem[] => {
  const call_id = CallId.parse(`call_${step}`)
  return [
    {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: `Move parser ${step} to its own file. Never touch src/legacy.` }],
      meta: meta('user'),
    },
    {
      type: 'function_call',
      name: 'apply_patch',
      arguments: JSON.stringify({
        patch: `*** Add File: src/parse/parser-${step}.ts\n+export const parse${step} = readNext`,
      }),
      call_id,
      meta: meta('assistant'),
    },
    {
      type: 'function_call_output',
      call_id,
      output: Array.from({ length: 60 }, (_, row) => `checked src/parse/case-${step}-${row}.ts`).join('\n'),
      success: true,
      meta: meta('tool'),
    },
  ]
}

const history = Array.from({ length: 20 }, (_, step) => turn(step))
  .flat()
  .reduce(appendItem, emptyHistory)
const usedTokens = visibleTokens(history)

const plan = planCompaction({
  history,
  requested: 'auto',
  trigger: 'manual',
  options: { budget: 1_200 },
  settings: DEFAULT_SETTINGS.compact,
  usage: contextUsage({ usedTokens, floorTokens: 0, windowTokens, source: 'divisors' }),
  outputReserve: outputReserve({ windowTokens }),
  contextItems: [],
  compactionId: CompactionId.parse('c1'),
  itemIds: () => meta('summary').id,
  at: 0,
  midTurn: true,
  modelAvailable: false,
})
if (!plan.ok) throw new Error(plan.error.message)

const line = (item: Pick<RolloutLine, 'type' | 'payload'>): RolloutLine =>
  ({ timestamp: '2026-03-14T09:00:00.000Z', ordinal: 0, ...item }) as RolloutLine

const compacted = applyLine(history, line({ type: 'compacted', payload: plan.value.entry }))
console.log(renderContext(visibleItems(compacted)))
console.log()
console.log(completionLine(plan.value.report))

const undo = undoCompaction(compacted)
if (!undo.ok) throw new Error(undo.error.message)
const undone = applyLine(compacted, line({ type: 'undo', payload: { compacted_id: undo.value } }))
console.log(`Undone: ${visibleItems(undone).length} items, ~${visibleTokens(undone)} tokens`)

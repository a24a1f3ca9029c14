// A loop of your own, a list of items of your own: when it grows too long, compact it. Run: node --conditions=@rawr/source compact-a-history.ts
import { compact, renderContext } from '@rawr/compaction'
import { CallId, type HistoryItem, ItemId } from '@rawr/protocol'

let count = 0
const meta = (origin: HistoryItem['meta']['origin']): HistoryItem['meta'] => {
  count += 1
  return { id: ItemId.parse(`i${count}`), at: 0, origin }
}

const turn = (step: number): HistoryItem[] => {
  const call_id = CallId.parse(`call_${step}`)
  const text = `Move parser ${step} to its own file. Never touch src/legacy.`
  const patch = `*** Add File: src/parse/parser-${step}.ts\n+export const parse${step} = readNext`
  const output = Array.from({ length: 60 }, (_, row) => `checked src/parse/case-${step}-${row}.ts`).join('\n')
  return [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text }], meta: meta('user') },
    {
      type: 'function_call',
      name: 'apply_patch',
      arguments: JSON.stringify({ patch }),
      call_id,
      meta: meta('assistant'),
    },
    { type: 'function_call_output', call_id, output, success: true, meta: meta('tool') },
  ]
}

const items = Array.from({ length: 20 }, (_, step) => turn(step)).flat()
const compacted = compact(items, { windowTokens: 32_000, budget: 1_200 })
if (!compacted.ok) throw new Error(compacted.error.message)

console.log(renderContext(compacted.value.items))
console.log()
console.log(`${compacted.value.line} (${items.length} items → ${compacted.value.items.length})`)

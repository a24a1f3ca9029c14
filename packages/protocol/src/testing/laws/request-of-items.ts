/**
 * A request as items, written down the plainest way, so that the laws over bodies hold for it too. What a real adapter does
 * beyond this is judged on the bodies it sends.
 */

import { type ContentPart, type HistoryItem, textOfOutput } from '../../history-item.ts'
import { assertNever } from '../../machine.ts'

export const requestOfItems = (items: readonly HistoryItem[]): { readonly input: readonly object[] } => ({
  input: items.flatMap(inputOf),
})

const inputOf = (item: HistoryItem): readonly object[] => {
  switch (item.type) {
    case 'message':
      return [{ type: 'message', role: item.role, content: item.content.map(partOf) }]
    case 'compact_boundary':
    case 'attachment':
      return [{ type: 'message', role: 'user', content: item.text }]
    case 'reasoning':
    case 'compaction':
      return [{ type: item.type, encrypted_content: item.encrypted_content ?? null }]
    case 'function_call':
      // What the model wrote may be no JSON; the adapter makes it legal.
      return [{ type: 'function_call', call_id: item.call_id, arguments: '{}' }]
    case 'custom_tool_call':
      return [{ type: 'custom_tool_call', call_id: item.call_id, input: item.input }]
    case 'local_shell_call':
      return [{ type: 'local_shell_call', call_id: item.call_id }]
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [{ type: item.type, call_id: item.call_id, output: textOfOutput(item).toWellFormed() }]
    case 'web_search_call':
    case 'ghost_snapshot':
    case 'progress':
    case 'unknown':
      return []
    default:
      return assertNever(item)
  }
}

const partOf = (part: ContentPart): object =>
  part.type === 'input_image' ? { type: part.type } : { type: part.type, text: part.text }

/**
 * L1 on any list of items: each tool result has its call before it, each call has its result, ids are unique. What
 * cannot be made right is left out, what is missing is added; the log itself is never touched.
 */
import {
  type FunctionCallOutputItem,
  type HistoryItem,
  ItemId,
  isToolCall,
  isToolOutput,
  type ToolCallItem,
  type ToolOutputItem,
} from '@rawr/protocol'

/** Stands where a call has no result: it was interrupted, or its result is not in the log. */
const NO_RESULT = 'aborted: no result was recorded'

/** Idempotent. Items that are already legal come back as the same objects. */
export const repairPairs = (items: readonly HistoryItem[]): HistoryItem[] =>
  withoutDanglingReasoning(withResults(withoutStrays(items)))

/** Drops repeated calls, and results that have no call before them or are not the first for it. */
const withoutStrays = (items: readonly HistoryItem[]): readonly HistoryItem[] => {
  const open = new Set<string>()
  const seen = new Set<string>()
  return items.filter((item) => {
    if (isToolCall(item)) {
      if (seen.has(item.call_id)) return false
      seen.add(item.call_id)
      open.add(item.call_id)
      return true
    }
    return !isToolOutput(item) || open.delete(item.call_id)
  })
}

/** Adds a result behind each call that has none. */
const withResults = (items: readonly HistoryItem[]): readonly HistoryItem[] => {
  const answered = new Set(items.filter(isToolOutput).map((item) => item.call_id))
  return items.flatMap((item) =>
    isToolCall(item) && !answered.has(item.call_id) ? [item, missingResult(item)] : [item],
  )
}

const missingResult = (call: ToolCallItem): ToolOutputItem => {
  const fields: Omit<FunctionCallOutputItem, 'type'> = {
    call_id: call.call_id,
    output: NO_RESULT,
    success: false,
    meta: { ...call.meta, id: ItemId.parse(`${call.meta.id}.out`), origin: 'synthetic', tokens: undefined },
  }
  return call.type === 'custom_tool_call'
    ? { type: 'custom_tool_call_output', ...fields }
    : { type: 'function_call_output', ...fields }
}

/** A provider refuses reasoning that is not followed by what it led to. */
const withoutDanglingReasoning = (items: readonly HistoryItem[]): HistoryItem[] => {
  const kept: HistoryItem[] = []
  let follows = false
  for (const item of items.toReversed()) {
    if (item.type === 'reasoning' && !follows) continue
    follows = item.type === 'reasoning' || isToolCall(item) || isAnswer(item)
    kept.push(item)
  }
  return kept.reverse()
}

const isAnswer = (item: HistoryItem): boolean =>
  item.type === 'web_search_call' ||
  item.type === 'compaction' ||
  item.type === 'unknown' ||
  (item.type === 'message' && item.role === 'assistant')

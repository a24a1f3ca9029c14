/**
 * Which results may be cleared, and when it is worth it: those of tools that can be asked again, but for the newest few;
 * never a pinned one, and never one that is cleared already.
 */
import { type HistoryItem, isToolCall, isToolOutput, type ToolCallItem, type ToolOutputItem } from '@rawr/protocol'
import { estimateItem, type TokenRates } from '../tokens/estimate.ts'

/** What can be looked at again: shells, readers, searches, and servers of tools. By capability, whoever names it how. */
const CLEARABLE =
  /^(?:shell(?:_command)?|local_shell|bash|exec(?:_command)?|unified_exec|read(?:_file)?|view|grep|rg|search|glob|find|ls|list_dir|web_?fetch|web_?search|task_?output|mcp__.*)$/i

const nameOf = (call: ToolCallItem): string => (call.type === 'local_shell_call' ? 'local_shell' : call.name)

const isClearable = (call: ToolCallItem): boolean =>
  CLEARABLE.test(nameOf(call)) || (call.type === 'function_call' && call.namespace !== undefined)

export type Cleared = { readonly item: ToolOutputItem; readonly placeholder: string; readonly saved: number }

export type ClearableInput = {
  /** What the model sees, in order. */
  readonly items: readonly HistoryItem[]
  readonly isPinned: (item: HistoryItem) => boolean
  /** Newest clearable results that stay, and all that were asked for together with one of them. */
  readonly keepLast: number
  readonly rates: TokenRates
}

/** In order. */
export const clearableResults = ({ items, isPinned, keepLast, rates }: ClearableInput): readonly Cleared[] => {
  const calls = new Map(items.flatMap((item) => (isToolCall(item) ? [[item.call_id, item] as const] : [])))
  const results = items.flatMap((item) => {
    const call = isToolOutput(item) ? calls.get(item.call_id) : undefined
    return isToolOutput(item) && call !== undefined && isClearable(call) ? [{ item, name: nameOf(call) }] : []
  })
  const rounds = roundsOf(items)
  const firstKept = results.at(-keepLast)
  const keptFrom = keepLast === 0 ? Number.POSITIVE_INFINITY : (rounds.get(firstKept?.item.call_id ?? '') ?? 0)
  return results.flatMap(({ item, name }) => {
    if ((rounds.get(item.call_id) ?? 0) >= keptFrom) return []
    if (item.meta.cleared === true || isPinned(item)) return []
    const before = estimateItem(item, rates)
    const placeholder = `[${item.meta.id}: result of ${name} cleared, ${before} tokens; read it again by its id if it is needed]`
    const saved = before - estimateItem({ ...item, output: placeholder }, rates)
    return saved > 0 ? [{ item, placeholder, saved }] : []
  })
}

/** Which calls were made side by side: a round begins with the first call behind a result. */
const roundsOf = (items: readonly HistoryItem[]): ReadonlyMap<string, number> => {
  const rounds = new Map<string, number>()
  let round = 0
  let wasResult = false
  for (const item of items) {
    if (isToolCall(item)) {
      if (wasResult) round += 1
      wasResult = false
      rounds.set(item.call_id, round)
    } else if (isToolOutput(item)) wasResult = true
  }
  return rounds
}

/** A window of this size is what the setting of the least saving is meant for. */
const SETTING_WINDOW = 200_000

export const leastSaving = (setting: number, windowTokens: number): number =>
  Math.ceil((setting * windowTokens) / SETTING_WINDOW)

/** Writing a cached token again costs 11.5 times what reading it once more saves (`W` 1.25, `R` 0.1). */
const WRITE_OVER_READ = 11.5

/** How many calls pay for the clearing: everything behind the first cleared result is written to the cache again. */
export const callsToRepay = (savedTokens: number, behindTokens: number): number =>
  savedTokens === 0 ? Number.POSITIVE_INFINITY : (WRITE_OVER_READ * behindTokens) / savedTokens

/** A session rarely goes on for more calls than this before the next compaction. */
export const CALLS_EXPECTED = 40

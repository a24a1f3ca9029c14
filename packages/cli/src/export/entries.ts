/** A thread as a reader wants it: every original in its order, each compaction as a border with its summary. Pure. */
import { maskDeep, openVault } from '@rawr/core'
import { type HistoryItem, isToolOutput, type RolloutLine, textOfItem } from '@rawr/protocol'

export type ExportEntry =
  | {
      readonly kind: 'item'
      readonly id: string
      readonly at: string
      readonly origin: string
      readonly type: string
      readonly title: string
      readonly text: string
      /** Where the whole of a cut output lies. */
      readonly blob?: string
    }
  | {
      readonly kind: 'compaction'
      readonly id: string
      readonly at: string
      readonly number: number
      readonly trigger: string
      readonly strategy: string
      readonly tokens_before: number
      readonly tokens_after: number
      readonly summary: string
    }
  | { readonly kind: 'mark'; readonly at: string; readonly text: string }

/** Masked, the user's own words too: an export leaves the machine. */
export const entriesOf = (lines: readonly RolloutLine[]): readonly ExportEntry[] => {
  const vault = openVault(lines)
  const numbers = new Map(lines.filter(({ type }) => type === 'compacted').map((line, index) => [line, index + 1]))
  const entries = lines.map((line) => entryOf(line, numbers.get(line) ?? 0)).filter((entry) => entry !== null)
  return entries.map((entry) => maskDeep(vault, entry))
}

const entryOf = (line: RolloutLine, number: number): ExportEntry | null => {
  const at = line.timestamp
  switch (line.type) {
    case 'response_item':
      return itemEntry(line.payload, at)
    case 'compacted': {
      const { id, trigger, strategy, tokens_before, tokens_after, message } = line.payload
      const figures = { tokens_before, tokens_after }
      return { kind: 'compaction', id, at, number, trigger, strategy, ...figures, summary: message }
    }
    case 'undo':
      return { kind: 'mark', at, text: `Compaction ${line.payload.compacted_id} undone` }
    case 'redo':
      return { kind: 'mark', at, text: `Compaction ${line.payload.compacted_id} done again` }
    case 'rollback':
      return { kind: 'mark', at, text: `${line.payload.turns} turns rolled back` }
    case 'session_meta':
    case 'event_msg':
    case 'turn_context':
    case 'pins':
    case 'queue':
    case 'thread':
      return null
  }
}

const itemEntry = (item: HistoryItem, at: string): ExportEntry => {
  const { id, origin, blob } = item.meta
  const shown = { kind: 'item', id, at, origin, type: item.type, title: titleOf(item), text: textOfItem(item) } as const
  return blob === undefined ? shown : { ...shown, blob: blob.id }
}

const titleOf = (item: HistoryItem): string => {
  if (item.type === 'function_call' || item.type === 'custom_tool_call') return `${item.meta.origin} calls ${item.name}`
  if (isToolOutput(item)) return 'tool answers'
  return item.type === 'message' ? item.meta.origin : `${item.meta.origin}: ${item.type}`
}

/** Results that only show what a later result shows again: a file read whole once more, the same range read once more. */
import { type HistoryItem, isToolCall, isToolOutput } from '@rawr/protocol'
import { toolUses } from '../ledger/tool-use.ts'

/** Positions of the superseded results. */
export const supersededReads = (items: readonly HistoryItem[]): ReadonlySet<number> => {
  const resultAt = new Map<string, number>()
  const newest = new Map<string, number>()
  const superseded = new Set<number>()
  items.forEach((item, position) => {
    if (isToolOutput(item)) resultAt.set(item.call_id, position)
  })
  for (const item of items) {
    if (!isToolCall(item) || !/^read/i.test(item.type === 'local_shell_call' ? '' : item.name)) continue
    const position = resultAt.get(item.call_id)
    const [use] = toolUses(item)
    if (position === undefined || use?.kind !== 'read') continue
    const view = `${use.path}\n${use.range ?? ''}`
    const older = newest.get(view)
    if (older !== undefined) superseded.add(older)
    newest.set(view, position)
  }
  return superseded
}

/** One item of an archive for a person: its id, who speaks, and the text. */
import { type HistoryItem, isToolCall, isToolOutput, textOfItem } from '@rawr/protocol'
import { withoutControls } from '../agent/without-controls.ts'

export const itemText = (item: HistoryItem): string =>
  withoutControls(`[${item.meta.id}] ${speaker(item)}: ${textOfItem(item)}`)

const speaker = (item: HistoryItem): string => {
  if (item.type === 'message') return item.role
  if (isToolCall(item)) return item.type === 'local_shell_call' ? 'call local_shell' : `call ${item.name}`
  return isToolOutput(item) ? 'result' : item.type
}

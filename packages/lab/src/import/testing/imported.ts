/** For the tests of the importers: records in, the session out, and an item as the few words a row of a table needs. */
import { type HistoryItem, isToolOutput, textOfOutput, textOfParts, type ViewEntry } from '@rawr/protocol'
import { importSession } from '../import-session.ts'
import type { ImportedSession } from '../session.ts'

export const importRecords = async (records: readonly unknown[], until?: number): Promise<ImportedSession> => {
  const read = await importSession(
    records.map((record) => JSON.stringify(record)),
    { path: 'session.jsonl', until },
  )
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}

/** `id origin: text`. */
const shownItem = (item: HistoryItem): string => `${item.meta.id} ${item.meta.origin}: ${textOfItem(item)}`

export const shown = (session: ImportedSession): readonly string[] => session.items.map(shownItem)

/** The views of the session's compactions, each as its entries in short. */
export const views = (session: ImportedSession): readonly (readonly string[])[] =>
  session.lines.flatMap((line) => (line.type === 'compacted' ? [line.payload.view.entries.map(shownEntry)] : []))

const shownEntry = (entry: ViewEntry): string => {
  switch (entry.kind) {
    case 'keep':
      return entry.first === entry.last ? `keep ${entry.first}` : `keep ${entry.first}…${entry.last}`
    case 'clear':
      return `clear ${entry.id}`
    case 'insert':
      return `insert ${shownItem(entry.item)}`
  }
}

const textOfItem = (item: HistoryItem): string => {
  if (item.type === 'message') return textOfParts(item.content)
  if (isToolOutput(item)) return `= ${textOfOutput(item)}`
  if (item.type === 'function_call') return `${item.name}(${item.arguments})`
  if (item.type === 'custom_tool_call') return `${item.name}(${item.input})`
  return item.type
}

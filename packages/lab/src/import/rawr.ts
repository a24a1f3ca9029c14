/** Our own logs: read by the protocol's codec, line by line, as they are. */
import type { HistoryItem, ItemId, RolloutLine } from '@rawr/protocol'
import { decodeRolloutLine } from '@rawr/protocol'
import { createUnknownCount, type Importer } from './importer.ts'
import type { UsageReport } from './session.ts'

export const createRawrImporter = (): Importer => {
  const lines: RolloutLine[] = []
  const items: HistoryItem[] = []
  const usage: UsageReport[] = []
  const fileLines = new Map<ItemId, number>()
  const unknown = createUnknownCount()
  let contextWindow: number | undefined
  let cwd: string | undefined
  let compactions = 0
  let answeredLines = 0

  const takeLine = (line: RolloutLine, fileLine: number): void => {
    lines.push(line)
    if (line.type === 'response_item') {
      items.push(line.payload)
      fileLines.set(line.payload.meta.id, fileLine)
      if (line.payload.meta.origin === 'assistant') answeredLines = lines.length
    }
    if (line.type === 'compacted') {
      compactions += 1
      answeredLines = lines.length
    }
    if (line.type === 'session_meta' || line.type === 'turn_context') {
      contextWindow = line.payload.context_window ?? contextWindow
      cwd ??= line.payload.cwd
    }
    if (line.type === 'event_msg' && line.payload.msg.type === 'token_count') {
      const { used_tokens, window_tokens, source } = line.payload.msg.usage
      contextWindow = window_tokens
      usage.push({ contextTokens: used_tokens, source, lines: answeredLines })
    }
  }

  return {
    take: (record, fileLine) => {
      const line = decodeRolloutLine(JSON.stringify(record))
      if (line.ok) takeLine(line.value, fileLine)
      else unknown.add(record.type)
    },
    finish: () => ({
      lines,
      items,
      usage,
      compactions,
      contextWindow,
      cwd,
      unknown: unknown.all(),
      shortened: 0,
      leftOut: 0,
      lineOf: (id) => fileLines.get(id),
    }),
  }
}

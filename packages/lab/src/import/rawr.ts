/** Our own logs: read by the protocol's codec, line by line, as they are. */
import type { HistoryItem, ItemId, RolloutLine } from '@rawr/protocol'
import { decodeRolloutLine, isToolOutput } from '@rawr/protocol'
import { createUnknownCount, type Importer } from './importer.ts'
import type { UsageReport } from './session.ts'
import { charsToShorten, createTextLimit, shortenedOutput } from './text-limit.ts'

/** Lines from which the history follows; of the others only what they tell of the session is kept. */
const HISTORY_LINES: ReadonlySet<RolloutLine['type']> = new Set([
  'response_item',
  'compacted',
  'undo',
  'redo',
  'rollback',
  'pins',
])

export const createRawrImporter = (): Importer => {
  const lines: RolloutLine[] = []
  const usage: UsageReport[] = []
  const fileLines = new Map<ItemId, number>()
  const limit = createTextLimit()
  const unknown = createUnknownCount()
  let contextWindow: number | undefined
  let cwd: string | undefined
  let compactions = 0
  let answeredLines = 0

  const takeItem = (item: HistoryItem, fileLine: number): void => {
    const index = lines.length - 1
    fileLines.set(item.meta.id, fileLine)
    if (item.meta.origin === 'assistant') answeredLines = lines.length
    const chars = charsToShorten(item)
    if (chars > 0) limit.hold(chars, () => shorten(index, fileLine))
  }
  const shorten = (index: number, fileLine: number): void => {
    const line = lines[index]
    if (line?.type !== 'response_item' || !isToolOutput(line.payload)) return
    lines[index] = { ...line, payload: shortenedOutput(line.payload, fileLine) }
  }

  const takeLine = (line: RolloutLine, fileLine: number): void => {
    if (HISTORY_LINES.has(line.type)) lines.push(line)
    if (line.type === 'response_item') takeItem(line.payload, fileLine)
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
      items: lines.flatMap((line) => (line.type === 'response_item' ? [line.payload] : [])),
      usage,
      compactions,
      contextWindow,
      cwd,
      unknown: unknown.all(),
      shortened: limit.shortened(),
      leftOut: 0,
      lineOf: (id) => fileLines.get(id),
    }),
  }
}

/**
 * Which records of a Claude Code file are the conversation. The file is a tree: a rewound prompt leaves a dead branch,
 * but parallel tool calls make siblings that are none. So the walk from the last record to the root only decides between
 * messages; the lines of a message on it, and the results of its calls, all belong.
 */
import type { ClaudeRecord } from './claude-record.ts'

/** Each record once, in file order but for the lines of a message: they stand together, before the results of its calls. */
export const liveRecords = (records: readonly ClaudeRecord[]): readonly ClaudeRecord[] => {
  const main = mainThread(records)
  const walked = walk(main)
  const uuids = liveUuids(walked)
  const messages = new Set(
    main.flatMap((record) => (walked.has(record) && record.messageId !== undefined ? [record.messageId] : [])),
  )
  const inMessage = (record: ClaudeRecord): boolean => record.messageId !== undefined && messages.has(record.messageId)
  const calls = new Set(main.flatMap((record) => (walked.has(record) || inMessage(record) ? record.calls : [])))
  const beside = new Set<string>()
  const bridged = new Set<string>()
  const live = main.filter((record) => {
    if (walked.has(record)) return true
    if (isBridged(record, uuids) || (record.isSummary && record.parent !== null && bridged.has(record.parent))) {
      bridged.add(record.uuid)
      return true
    }
    const belongs =
      inMessage(record) ||
      record.results.some((call) => calls.has(call)) ||
      (record.type === 'attachment' && record.parent !== null && beside.has(record.parent))
    if (belongs) beside.add(record.uuid)
    return belongs
  })
  return withMessagesWhole(live)
}

/** A call's result is written as soon as it is there, which may be before the last block of the message that made it. */
const withMessagesWhole = (live: readonly ClaudeRecord[]): readonly ClaudeRecord[] => {
  const starts = new Map<string, number>()
  const places = live.map((record, position) => {
    if (record.messageId === undefined) return position
    if (!starts.has(record.messageId)) starts.set(record.messageId, position)
    return starts.get(record.messageId) ?? position
  })
  return live
    .map((record, position) => ({ record, place: places[position] ?? position }))
    .sort((a, b) => a.place - b.place)
    .map(({ record }) => record)
}

const liveUuids = (records: ReadonlySet<ClaudeRecord>): ReadonlySet<string> =>
  new Set([...records].map(({ uuid }) => uuid))

/**
 * A compaction that keeps a tail is not on the chain: what follows names the tail as its parent, not the summary. One
 * that keeps none and is not on the chain was rewound.
 */
const isBridged = (record: ClaudeRecord, live: ReadonlySet<string>): boolean =>
  record.boundary?.kind === 'compact' &&
  record.boundary.preserved.tail !== undefined &&
  live.has(record.logicalParent ?? record.boundary.preserved.tail)

/** Side chains are other agents' work, unless the file is one agent's own. Copies of a record keep the first. */
const mainThread = (records: readonly ClaudeRecord[]): readonly ClaudeRecord[] => {
  const main = records.some((record) => !record.sideChain) ? records.filter((record) => !record.sideChain) : records
  const seen = new Set<string>()
  return main.filter((record) => {
    if (seen.has(record.uuid)) return false
    seen.add(record.uuid)
    return true
  })
}

const walk = (main: readonly ClaudeRecord[]): ReadonlySet<ClaudeRecord> => {
  const positions = new Map(main.map((record, position) => [record.uuid, position]))
  const walked = new Set<ClaudeRecord>()
  let position: number | undefined = main.length - 1
  while (position !== undefined && position >= 0) {
    const record: ClaudeRecord | undefined = main[position]
    if (record === undefined || walked.has(record)) break
    walked.add(record)
    position = parentPosition(record, position, positions)
  }
  return walked
}

/** A parent that is in another file, or was lost, is taken to be the record before. */
const parentPosition = (
  record: ClaudeRecord,
  position: number,
  positions: ReadonlyMap<string, number>,
): number | undefined => {
  const cut = record.boundary?.kind === 'compact'
  const parent = record.parent ?? (cut ? (record.logicalParent ?? '') : null)
  if (parent === null) return undefined
  const found = positions.get(parent)
  return found !== undefined && found !== position ? found : position - 1
}

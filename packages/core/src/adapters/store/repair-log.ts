/**
 * What of a damaged log can be loaded again: every readable line once, in order, behind a beginning that names the thread, with
 * ordinals and event numbers without holes. Pure; the original is kept by whoever writes the result.
 */
import { decodeRolloutLine, type RolloutLine, type SessionMeta, type ThreadId } from '@rawr/protocol'

export type Repair = {
  readonly lines: readonly RolloutLine[]
  /** Lines of the file that are not in the result, counted from 1, and why. */
  readonly dropped: readonly { readonly line: number; readonly reason: string }[]
  /** Nothing had to change. */
  readonly isSound: boolean
}

export type RepairOrder = {
  /** Physical lines, without newlines. */
  readonly texts: readonly string[]
  readonly threadId: ThreadId
  /** ISO-8601; for a beginning that is lost. */
  readonly now: string
}

export const repairLog = ({ texts, threadId, now }: RepairOrder): Repair => {
  const dropped: { line: number; reason: string }[] = []
  const kept: RolloutLine[] = []
  const seen = new Set<string>()
  for (const [index, text] of texts.entries()) {
    if (text.trim() === '') continue
    const line = decodeRolloutLine(text)
    const reason = line.ok ? repetition(line.value, seen) : line.error.reason
    if (line.ok && reason === null) kept.push(line.value)
    else dropped.push({ line: index + 1, reason: reason ?? 'unreadable' })
  }
  const begun = withBeginning(kept, { threadId, now })
  const lines = numbered(begun)
  const isSound = dropped.length === 0 && lines.every((line, index) => line === kept[index])
  return { lines, dropped, isSound }
}

/** A line that was written half, and then again in full, or copied: the first one counts. */
const repetition = (line: RolloutLine, seen: Set<string>): string | null => {
  const key = keyOf(line)
  if (key === null) return null
  if (seen.has(key)) return 'it stands in the log already'
  seen.add(key)
  return null
}

const keyOf = (line: RolloutLine): string | null => {
  switch (line.type) {
    case 'response_item':
      return `item ${line.payload.meta.id}`
    case 'compacted':
      return `compacted ${line.payload.id}`
    case 'event_msg':
      return `event ${line.payload.seq}`
    case 'session_meta':
    case 'turn_context':
    case 'undo':
    case 'redo':
    case 'rollback':
    case 'pins':
    case 'queue':
    case 'thread':
      return `${line.type} ${line.ordinal} ${JSON.stringify(line.payload)}`
  }
}

type Beginning = Pick<RepairOrder, 'threadId' | 'now'>

const withBeginning = (lines: readonly RolloutLine[], { threadId, now }: Beginning): readonly RolloutLine[] => {
  const own = lines.find((line) => line.type === 'session_meta' && line.payload.id === threadId)
  if (own !== undefined && lines[0] === own) return lines
  const first: RolloutLine = own ?? {
    timestamp: lines[0]?.timestamp ?? now,
    ordinal: 0,
    type: 'session_meta',
    payload: lostMeta({ threadId, now: lines[0]?.timestamp ?? now }),
  }
  return [first, ...lines.filter((line) => line !== own)]
}

/** Its folder is lost with it: a resume names one. */
const lostMeta = ({ threadId, now }: Beginning): SessionMeta => ({
  id: threadId,
  timestamp: now,
  cwd: '/',
  originator: 'rawr',
  cli_version: 'unknown',
  source: 'repair',
})

const numbered = (lines: readonly RolloutLine[]): readonly RolloutLine[] => {
  let seq = 0
  return lines.map((line, ordinal) => {
    const placed = line.ordinal === ordinal ? line : { ...line, ordinal }
    if (placed.type !== 'event_msg') return placed
    seq = seq === 0 ? placed.payload.seq : seq + 1
    return placed.payload.seq === seq ? placed : { ...placed, payload: { ...placed.payload, seq } }
  })
}

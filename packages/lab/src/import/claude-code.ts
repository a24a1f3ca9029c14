/**
 * Claude Code sessions: a chain of records with dead branches, side chains, one line per content block, compactions that
 * cut the chain. The records are read first and reduced, and put in order at the end, when the last one is known.
 */
import type { ItemId } from '@rawr/protocol'
import { liveRecords } from './claude-branch.ts'
import { clearResults, compactWithSummary } from './claude-compaction.ts'
import { createHeldRecords } from './claude-held.ts'
import { type ClaudeBoundary, type ClaudeRecord, claudeRecord } from './claude-record.ts'
import { textAt, timeAt } from './fields.ts'
import { createUnknownCount, type Importer } from './importer.ts'
import { createItemLog, type ItemLog } from './item-log.ts'

/** Records that carry no part of the conversation. */
const UNCHAINED: ReadonlySet<unknown> = new Set([
  'summary',
  'file-history-snapshot',
  'file-history-delta',
  'queue-operation',
  'last-prompt',
  'ai-title',
  'custom-title',
  'agent-name',
  'mode',
  'permission-mode',
  'pr-link',
  'worktree-state',
  'relocated',
  'bridge-session',
  'frame-link',
  'atis-latch',
  'started',
  'result',
  'system',
  'progress',
  'attachment',
])

export const createClaudeCodeImporter = (): Importer => {
  const held = createHeldRecords()
  const unknown = createUnknownCount()
  let cwd: string | undefined
  let at = 0
  let last: string | null = null
  return {
    take: (fields, line) => {
      at = timeAt(fields, 'timestamp', at)
      cwd ??= textAt(fields, 'cwd')
      const record = claudeRecord(fields, { line, at }, last)
      if (record !== null) {
        held.push(record)
        last = record.uuid
      } else if (!UNCHAINED.has(fields.type)) unknown.add(fields.type)
    },
    finish: () => {
      const { records, shortened, emptied } = held.all()
      const built = logOf(liveRecords(records)).built()
      return { ...built, leftOut: built.leftOut + emptied, cwd, unknown: unknown.all(), shortened }
    },
  }
}

type Pending = { readonly boundary: Extract<ClaudeBoundary, { kind: 'compact' }>; readonly record: ClaudeRecord }

const logOf = (live: readonly ClaudeRecord[]): ItemLog => {
  const log = createItemLog()
  const made = new Map<string, readonly ItemId[]>()
  const reports = usageOf(live)
  let pending: Pending | null = null
  // The summary follows its boundary; a boundary without one is a compaction all the same.
  const settle = (summary: ClaudeRecord | undefined): void => {
    const place = (summary ?? pending?.record)?.place
    if (place !== undefined) compactWithSummary({ log, boundary: pending?.boundary, summary, made, live, place })
    pending = null
  }
  for (const record of live) {
    if (record.boundary?.kind === 'microcompact') clearResults(log, record.boundary, made, record.place)
    if (record.boundary?.kind === 'compact') {
      if (pending !== null) settle(undefined)
      pending = { boundary: record.boundary, record }
    }
    if (record.isSummary && (pending !== null || log.visible().length > 0)) {
      settle(record)
      continue
    }
    if (record.drafts.length > 0 && pending !== null) settle(undefined)
    const ids = record.drafts.flatMap(({ draft, origin }) => log.append(draft, origin, record.place) ?? [])
    if (ids.length > 0) made.set(record.uuid, ids)
    const contextTokens = reports.get(record)
    if (contextTokens !== undefined) log.reportAnswer(contextTokens)
  }
  if (pending !== null) settle(undefined)
  return log
}

/**
 * One figure per message, at its last line. The lines of a message repeat it, and in older files differ in the output
 * counted so far: the largest is the whole.
 */
const usageOf = (live: readonly ClaudeRecord[]): ReadonlyMap<ClaudeRecord, number> => {
  const messages = new Map<string, { readonly last: ClaudeRecord; readonly tokens: number }>()
  for (const record of live) {
    if (record.contextTokens === undefined) continue
    const key = record.messageId ?? record.uuid
    const tokens = Math.max(record.contextTokens, messages.get(key)?.tokens ?? 0)
    messages.set(key, { last: record, tokens })
  }
  return new Map([...messages.values()].map(({ last, tokens }) => [last, tokens]))
}

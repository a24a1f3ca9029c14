/**
 * The log of a thread and everything folded from it. A line goes to the log first and into the folds after it, by the same
 * functions that read it back, so a reloaded thread is the running one (L7).
 */
import { applyLine, type History, historyCounting, readAhead, type TokenRates, visibleTokens } from '@rawr/compaction'
import { type HistoryItem, ItemId, isToolCall, type RolloutItem, type RolloutLine, type ThreadId } from '@rawr/protocol'
import { maskLine } from '../engine/secrets/mask-line.ts'
import { openVault, type SecretVault } from '../engine/secrets/vault.ts'
import { emptyLedger, ledgerAfterLine, type UsageLedger } from '../engine/usage-ledger.ts'
import type { ThreadLog } from '../ports/thread-log.ts'

export type ThreadRecord = {
  readonly threadId: ThreadId
  history(): History
  ledger(): UsageLedger
  /** The lines as they stand in the log: masked, behind all earlier ones, durable after {@link ThreadRecord.sync}. */
  append(items: readonly RolloutItem[]): readonly RolloutLine[]
  sync(): Promise<void>
  close(): Promise<void>
  /** `i1`, `i2` … in base 36. */
  nextItemId(): ItemId
  /** Lines of the log so far. */
  lineCount(): number
  /** Changes whenever what no compaction frees may have changed. */
  fixedVersion(): number
  /** How often the view was written anew: by a compaction, its undo, a rollback. */
  rewrites(): number
  /** Whether a call of the thread has this id already: pairs need unique ones (L1). */
  hasCall(callId: string): boolean
}

export type RecordSource = {
  readonly log: ThreadLog
  readonly lines: readonly RolloutLine[]
  readonly rates: TokenRates
  /** Absent: this record's own. */
  readonly secrets?: SecretVault
}

export const openRecord = ({ log, lines, rates, secrets = openVault(lines) }: RecordSource): ThreadRecord => {
  let history = historyCounting(rates)
  let ledger = emptyLedger
  let lastItem = 0
  let fixedVersion = 0
  let rewrites = 0
  let lineCount = 0
  const calls = new Set<string>()
  const fold = (line: RolloutLine): void => {
    lineCount += 1
    history = applyLine(history, line)
    ledger = ledgerAfterLine(ledger, line, visibleTokens(history))
    if (changesFixed(line)) fixedVersion += 1
    if (REWRITING.includes(line.type)) rewrites += 1
    for (const item of itemsOf(line)) {
      lastItem = Math.max(lastItem, itemNumber(item.meta.id))
      if (isToolCall(item)) calls.add(item.call_id)
    }
  }
  for (const line of lines) fold(line)
  return {
    threadId: log.threadId,
    history: () => history,
    ledger: () => ledger,
    append: (items) => {
      const written = log.append(items.map((item) => maskLine(secrets, item)))
      for (const line of written) fold(line)
      if (written.some(({ type }) => type === 'response_item')) readAhead(history)
      return written
    },
    sync: () => log.sync(),
    close: () => log.close(),
    nextItemId: () => {
      lastItem += 1
      return ItemId.parse(`i${lastItem.toString(36)}`)
    },
    lineCount: () => lineCount,
    fixedVersion: () => fixedVersion,
    rewrites: () => rewrites,
    hasCall: (callId) => calls.has(callId),
  }
}

/** Items that a line brings, those inside a view among them: their ids are taken too. */
const itemsOf = (line: RolloutLine): readonly HistoryItem[] => {
  if (line.type === 'response_item') return [line.payload]
  if (line.type !== 'compacted') return []
  return line.payload.view.entries.flatMap((entry) => (entry.kind === 'insert' ? [entry.item] : []))
}

const REWRITING: readonly RolloutLine['type'][] = ['compacted', 'undo', 'redo', 'rollback']

const changesFixed = (line: RolloutLine): boolean => {
  if (line.type === 'response_item') return line.payload.meta.origin === 'context' || line.payload.meta.origin === 'pin'
  return REWRITING.includes(line.type) || line.type === 'pins'
}

const ITEM_NUMBER = /^i([0-9a-z]{1,9})$/

/** Ids of imported items may look different and then take no number. */
const itemNumber = (id: ItemId): number => Number.parseInt(ITEM_NUMBER.exec(id)?.[1] ?? '0', 36)

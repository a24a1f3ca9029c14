/**
 * Builds the lines of an imported session: gives ids, turns and times, keeps track of what the model sees, and writes a
 * foreign compaction as a view. Knows no format.
 */
import {
  CompactionId,
  type HistoryItem,
  ItemId,
  type ItemMeta,
  isToolOutput,
  type Origin,
  type RanStrategy,
  type RolloutLine,
  type TokenSource,
  type Trigger,
  TurnId,
} from '@rawr/protocol'
import { createCallIds, type ItemDraft, isOutputDraft } from './item-draft.ts'
import type { UsageReport } from './session.ts'
import { shortenedOutput } from './text-limit.ts'
import { type ViewSlot, viewEntries } from './view-slots.ts'

/** Where and when a record stands. */
export type Place = { readonly line: number; readonly at: number }

export type ForeignCompaction = {
  readonly slots: readonly ViewSlot[]
  readonly trigger: Trigger
  readonly strategy: RanStrategy
  /** The summary in clear, empty where only the provider can read it. */
  readonly message: string
  readonly tokensBefore?: number | undefined
  readonly tokensAfter?: number | undefined
}

export type Outcome = { readonly success?: boolean; readonly exit_code?: number }

export type ItemLog = {
  /** `null` when the item repeats the result of a call that has one. */
  readonly append: (draft: ItemDraft, origin: Origin, place: Place) => ItemId | null
  /** An item for a view only: it has an id and a line, but no place in the log. */
  readonly inserted: (draft: ItemDraft, origin: Origin, place: Place) => ViewSlot
  readonly setOrigin: (id: ItemId, origin: Origin) => void
  /** Says of a logged result what another record told; what the result itself told stays. */
  readonly setOutcome: (id: ItemId, outcome: Outcome) => void
  /** A large old result goes down to head and tail. */
  readonly shorten: (id: ItemId) => void
  readonly slotOf: (id: ItemId) => ViewSlot | undefined
  readonly itemOf: (id: ItemId) => HistoryItem | undefined
  /** What the model sees now. */
  readonly visible: () => readonly ViewSlot[]
  readonly compact: (compaction: ForeignCompaction, place: Place) => void
  /** Covers the log up to the newest item of the model's own. */
  readonly reportAnswer: (contextTokens: number) => void
  /** Covers the whole log. */
  readonly reportContext: (contextTokens: number, source: TokenSource) => void
  readonly built: () => BuiltLog
}

export type BuiltLog = {
  readonly lines: readonly RolloutLine[]
  readonly items: readonly HistoryItem[]
  readonly usage: readonly UsageReport[]
  readonly compactions: number
  readonly lineOf: (id: ItemId) => number | undefined
}

export const createItemLog = (): ItemLog => {
  const lines: RolloutLine[] = []
  const items: HistoryItem[] = []
  const usage: UsageReport[] = []
  const positions = new Map<ItemId, { readonly position: number; readonly ordinal: number }>()
  const fileLines = new Map<ItemId, number>()
  const callIds = createCallIds()
  let slots: ViewSlot[] = []
  let ids = 0
  let turns = 0
  let compactions = 0
  let answeredLines = 0

  const write = (line: Pick<RolloutLine, 'type' | 'payload'>, at: number): void => {
    // One type and its payload belong together; the caller pairs them.
    lines.push({ timestamp: new Date(at).toISOString(), ordinal: lines.length, ...line } as RolloutLine)
  }
  const metaFor = (origin: Origin, place: Place): ItemMeta => {
    ids += 1
    const id = ItemId.parse(`i${ids.toString(36)}`)
    fileLines.set(id, place.line)
    return { id, ...(turns === 0 ? {} : { turn_id: TurnId.parse(`t${turns}`) }), at: place.at, origin }
  }
  const replace = (id: ItemId, changed: (item: HistoryItem) => HistoryItem): void => {
    const found = positions.get(id)
    const item = found === undefined ? undefined : items[found.position]
    if (found === undefined || item === undefined) return
    const payload = changed(item)
    items[found.position] = payload
    const line = lines[found.ordinal]
    if (line?.type === 'response_item') lines[found.ordinal] = { ...line, payload }
  }

  return {
    append: (draft, origin, place) => {
      const unique = callIds.unique(draft)
      if (unique === null) return null
      if (origin === 'user') turns += 1
      const item = withMeta(unique, metaFor(origin, place))
      const id = item.meta.id
      positions.set(id, { position: items.length, ordinal: lines.length })
      slots.push({ kind: 'keep', id, position: items.length })
      items.push(item)
      write({ type: 'response_item', payload: item }, place.at)
      if (origin === 'assistant') answeredLines = lines.length
      return id
    },
    inserted: (draft, origin, place) => ({ kind: 'insert', item: withMeta(draft, metaFor(origin, place)) }),
    setOrigin: (id, origin) => replace(id, (item) => ({ ...item, meta: { ...item.meta, origin } })),
    setOutcome: (id, outcome) => replace(id, (item) => (isOutputDraft(item) ? { ...outcome, ...item } : item)),
    shorten: (id) => replace(id, (item) => (isToolOutput(item) ? shortenedOutput(item, fileLines.get(id) ?? 0) : item)),
    slotOf: (id) => {
      const found = positions.get(id)
      return found === undefined ? undefined : { kind: 'keep', id, position: found.position }
    },
    itemOf: (id) => items[positions.get(id)?.position ?? -1],
    visible: () => slots,
    compact: (compaction, place) => {
      compactions += 1
      const payload = compactedOf({ compaction, number: compactions, through: items.at(-1)?.meta.id ?? null })
      write({ type: 'compacted', payload }, place.at)
      slots = [...compaction.slots]
      answeredLines = lines.length
    },
    reportAnswer: (contextTokens) => usage.push({ contextTokens, source: 'reported', lines: answeredLines }),
    reportContext: (contextTokens, source) => usage.push({ contextTokens, source, lines: lines.length }),
    built: () => ({ lines, items, usage, compactions, lineOf: (id) => fileLines.get(id) }),
  }
}

// A draft is an item without its meta, by type.
const withMeta = (draft: ItemDraft, meta: ItemMeta): HistoryItem => ({ ...draft, meta }) as HistoryItem

type Numbered = { readonly compaction: ForeignCompaction; readonly number: number; readonly through: ItemId | null }

const compactedOf = ({
  compaction,
  number,
  through,
}: Numbered): Extract<RolloutLine, { type: 'compacted' }>['payload'] => ({
  id: CompactionId.parse(`c${number}`),
  trigger: compaction.trigger,
  requested: compaction.strategy === 'none' || compaction.strategy === 'hard_cut' ? 'auto' : compaction.strategy,
  strategy: compaction.strategy,
  message: compaction.message,
  tokens_before: compaction.tokensBefore ?? 0,
  tokens_after: compaction.tokensAfter ?? 0,
  view: { through, entries: viewEntries(compaction.slots) },
  anchor_hash: '',
  prompt_version: 'foreign',
  duration_ms: 0,
})

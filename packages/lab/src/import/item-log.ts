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
import { createHeldLog, type HeldBounds, type Unnumbered } from './held-log.ts'
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
  /** The logged items that are held, oldest first. */
  readonly items: () => readonly HistoryItem[]
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
  /** Items of a very large file that are not held any more. */
  readonly leftOut: number
  readonly lineOf: (id: ItemId) => number | undefined
}

export const createItemLog = (bounds?: HeldBounds): ItemLog => {
  const held = createHeldLog(bounds)
  const usage: UsageReport[] = []
  const insertedLines = new Map<ItemId, number>()
  const callIds = createCallIds()
  let slots: ViewSlot[] = []
  /** What the newest compaction shows, and the item it goes through: never let go. */
  let needed: ReadonlySet<ItemId> = new Set()
  let ids = 0
  let turns = 0
  let compactions = 0
  let answeredLines = 0

  const write = (line: Pick<RolloutLine, 'type' | 'payload'>, place: Place): void => {
    // One type and its payload belong together; the caller pairs them.
    held.push({ timestamp: new Date(place.at).toISOString(), ...line } as Unnumbered, place.line)
  }
  const metaFor = (origin: Origin, place: Place): ItemMeta => {
    ids += 1
    const id = ItemId.parse(`i${ids.toString(36)}`)
    return { id, ...(turns === 0 ? {} : { turn_id: TurnId.parse(`t${turns}`) }), at: place.at, origin }
  }
  const keepBounds = (): void => {
    const gone = held.keepBounds((id) => needed.has(id))
    if (gone.size > 0) slots = slots.filter((slot) => slot.kind === 'insert' || !gone.has(slot.id))
  }

  return {
    append: (draft, origin, place) => {
      const unique = callIds.unique(draft)
      if (unique === null) return null
      if (origin === 'user') turns += 1
      const item = withMeta(unique, metaFor(origin, place))
      const id = item.meta.id
      write({ type: 'response_item', payload: item }, place)
      slots.push({ kind: 'keep', id, position: held.positionOf(id) ?? 0 })
      if (origin === 'assistant') answeredLines = held.pushed()
      keepBounds()
      return id
    },
    inserted: (draft, origin, place) => {
      const item = withMeta(draft, metaFor(origin, place))
      insertedLines.set(item.meta.id, place.line)
      return { kind: 'insert', item }
    },
    setOrigin: (id, origin) => held.replace(id, (item) => ({ ...item, meta: { ...item.meta, origin } })),
    setOutcome: (id, outcome) => held.replace(id, (item) => (isOutputDraft(item) ? { ...outcome, ...item } : item)),
    shorten: (id) =>
      held.replace(id, (item) => (isToolOutput(item) ? shortenedOutput(item, held.fileLineOf(id) ?? 0) : item)),
    slotOf: (id) => {
      const position = held.positionOf(id)
      return position === undefined ? undefined : { kind: 'keep', id, position }
    },
    itemOf: held.find,
    items: held.items,
    visible: () => slots,
    compact: (compaction, place) => {
      compactions += 1
      const through = held.lastItem()?.meta.id ?? null
      write({ type: 'compacted', payload: compactedOf({ compaction, number: compactions, through }) }, place)
      slots = [...compaction.slots]
      needed = new Set([
        ...slots.flatMap((slot) => (slot.kind === 'insert' ? [] : [slot.id])),
        ...(through === null ? [] : [through]),
      ])
      answeredLines = held.pushed()
    },
    reportAnswer: (contextTokens) => usage.push({ contextTokens, source: 'reported', lines: answeredLines }),
    reportContext: (contextTokens, source) => usage.push({ contextTokens, source, lines: held.pushed() }),
    built: () => {
      const { lines, linesUpTo } = held.built()
      return {
        lines,
        items: held.items(),
        usage: usage.map((report) => ({ ...report, lines: linesUpTo(report.lines) })),
        compactions,
        leftOut: held.letGo(),
        lineOf: (id) => held.fileLineOf(id) ?? insertedLines.get(id),
      }
    },
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

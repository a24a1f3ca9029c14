/**
 * The lines of a log that is being read, within bounds. A file of hundreds of megabytes is many windows long: beyond the
 * bounds the oldest items are let go, the words of the user last, what the newest compaction still shows never. Of
 * compactions only the newest says what is seen, so older ones go first.
 */
import type { HistoryItem, ItemId, RolloutLine } from '@rawr/protocol'
import { charsOfDraft } from './text-limit.ts'

export type HeldBounds = {
  /** Characters of all items together. */
  readonly chars: number
  readonly items: number
}

/** Several times the largest windows there are, in every measure. */
const BOUNDS: HeldBounds = { chars: 16 * 1024 * 1024, items: 40_000 }
/** After letting go, this share of the bounds is held, so that it is not done for every line. */
const SHARE_AFTER = 0.75

type Held = { line: RolloutLine; chars: number; readonly number: number; readonly fileLine: number }

export type HeldLog = {
  readonly push: (line: Unnumbered, fileLine: number) => void
  readonly find: (id: ItemId) => HistoryItem | undefined
  /** How manieth item of the file it was, from 0; stays as it is when older ones go. */
  readonly positionOf: (id: ItemId) => number | undefined
  readonly replace: (id: ItemId, changed: (item: HistoryItem) => HistoryItem) => void
  /** Lets the oldest items go where the bounds are passed; tells which. */
  readonly keepBounds: (isNeeded: (id: ItemId) => boolean) => ReadonlySet<ItemId>
  /** How many lines were ever pushed. */
  readonly pushed: () => number
  readonly items: () => readonly HistoryItem[]
  readonly lastItem: () => HistoryItem | undefined
  readonly fileLineOf: (id: ItemId) => number | undefined
  readonly letGo: () => number
  /** Numbered anew, without holes, and for each count of pushed lines how many of them are still here. */
  readonly built: () => { readonly lines: readonly RolloutLine[]; readonly linesUpTo: (pushed: number) => number }
}

export type Unnumbered = RolloutLine extends infer Line
  ? Line extends RolloutLine
    ? Omit<Line, 'ordinal'>
    : never
  : never

const NONE: ReadonlySet<ItemId> = new Set()

export const createHeldLog = (bounds: HeldBounds = BOUNDS): HeldLog => {
  let held: Held[] = []
  const places = new Map<ItemId, { readonly entry: Held; readonly position: number }>()
  let pushed = 0
  let itemsSeen = 0
  let chars = 0
  let letGo = 0
  let limit = bounds

  const remove = (ids: ReadonlySet<ItemId>): void => {
    const newest = held.findLast(({ line }) => line.type === 'compacted')
    held = held.filter((entry) => {
      if (entry.line.type === 'compacted') return entry === newest
      return entry.line.type !== 'response_item' || !ids.has(entry.line.payload.meta.id)
    })
    for (const id of ids) {
      chars -= places.get(id)?.entry.chars ?? 0
      places.delete(id)
    }
    letGo += ids.size
    // Where what is needed is itself beyond the bounds, they give way.
    limit = {
      chars: Math.max(bounds.chars, chars / SHARE_AFTER),
      items: Math.max(bounds.items, places.size / SHARE_AFTER),
    }
  }

  return {
    push: (line, fileLine) => {
      // The type of a line and its payload stay together; only its number is new.
      const numbered = { ...line, ordinal: pushed } as RolloutLine
      const entry: Held = { line: numbered, number: pushed, fileLine, chars: charsOf(numbered) }
      held.push(entry)
      pushed += 1
      chars += entry.chars
      if (numbered.type !== 'response_item') return
      places.set(numbered.payload.meta.id, { entry, position: itemsSeen })
      itemsSeen += 1
    },
    find: (id) => itemOf(places.get(id)?.entry),
    positionOf: (id) => places.get(id)?.position,
    replace: (id, changed) => {
      const entry = places.get(id)?.entry
      if (entry?.line.type !== 'response_item') return
      entry.line = { ...entry.line, payload: changed(entry.line.payload) }
      chars -= entry.chars
      entry.chars = charsOf(entry.line)
      chars += entry.chars
    },
    keepBounds: (isNeeded) => {
      if (chars <= limit.chars && places.size <= limit.items) return NONE
      const gone = oldest({
        held,
        isNeeded,
        chars: chars - bounds.chars * SHARE_AFTER,
        items: places.size - bounds.items * SHARE_AFTER,
      })
      remove(gone)
      return gone
    },
    pushed: () => pushed,
    items: () => held.flatMap((entry) => itemOf(entry) ?? []),
    lastItem: () => itemOf(held.findLast(({ line }) => line.type === 'response_item')),
    fileLineOf: (id) => places.get(id)?.entry.fileLine,
    letGo: () => letGo,
    built: () => {
      const numbers = held.map(({ number }) => number)
      return {
        lines: held.map(({ line }, ordinal) => ({ ...line, ordinal })),
        linesUpTo: (count) => numbers.findLastIndex((number) => number < count) + 1,
      }
    },
  }
}

const itemOf = (entry: Held | undefined): HistoryItem | undefined =>
  entry?.line.type === 'response_item' ? entry.line.payload : undefined

type Excess = {
  readonly held: readonly Held[]
  readonly isNeeded: (id: ItemId) => boolean
  /** How much must go; not positive where a measure is within its bound. */
  readonly chars: number
  readonly items: number
}

const oldest = ({ held, isNeeded, chars, items }: Excess): ReadonlySet<ItemId> => {
  const gone = new Set<ItemId>()
  let left = chars
  for (const isUsers of [false, true]) {
    for (const entry of held) {
      if (left <= 0 && gone.size >= items) return gone
      const item = itemOf(entry)
      if (item === undefined || (item.meta.origin === 'user') !== isUsers || isNeeded(item.meta.id)) continue
      gone.add(item.meta.id)
      left -= entry.chars
    }
  }
  return gone
}

const charsOf = (line: RolloutLine): number => (line.type === 'response_item' ? charsOfDraft(line.payload) : 0)

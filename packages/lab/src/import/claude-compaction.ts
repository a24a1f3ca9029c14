/** The two compactions of Claude Code as views: a summary with, perhaps, a tail that stays; and cleared tool results. */
import { type ItemId, isToolOutput } from '@rawr/protocol'
import type { ClaudeBoundary, ClaudeRecord, PreservedTail } from './claude-record.ts'
import type { ItemLog, Place } from './item-log.ts'
import type { ViewSlot } from './view-slots.ts'

type CompactBoundary = Extract<ClaudeBoundary, { kind: 'compact' }>
type MicrocompactBoundary = Extract<ClaudeBoundary, { kind: 'microcompact' }>

/** What earlier records became, by their uuid. */
export type RecordItems = ReadonlyMap<string, readonly ItemId[]>

const PLACEHOLDER = '[Old tool result content cleared]'

export type SummaryCompaction = {
  readonly log: ItemLog
  /** Absent in files that write a summary without a boundary. */
  readonly boundary: CompactBoundary | undefined
  readonly summary: ClaudeRecord | undefined
  readonly made: RecordItems
  readonly live: readonly ClaudeRecord[]
  readonly place: Place
}

export const compactWithSummary = ({ log, boundary, summary, made, live, place }: SummaryCompaction): void => {
  const inserted = summary?.drafts.map(({ draft, origin }) => log.inserted(draft, origin, place)) ?? []
  const preserved = boundary === undefined ? [] : preservedUuids(boundary.preserved, live)
  log.compact(
    {
      slots: [...inserted, ...preserved.flatMap((uuid) => slotsOf(uuid, log, made))],
      trigger: boundary?.trigger ?? 'built_in',
      strategy: 'full',
      message: textOfSlots(inserted),
      tokensBefore: boundary?.tokensBefore,
      tokensAfter: boundary?.tokensAfter,
    },
    place,
  )
}

export const clearResults = (log: ItemLog, boundary: MicrocompactBoundary, made: RecordItems, place: Place): void => {
  const callIds = new Set<string>(boundary.callIds)
  const gone = new Set(boundary.uuids.flatMap((uuid) => made.get(uuid) ?? []))
  const slots = log.visible().flatMap((slot): readonly ViewSlot[] => {
    if (slot.kind !== 'keep') return [slot]
    if (gone.has(slot.id)) return []
    const item = log.itemOf(slot.id)
    const cleared = item !== undefined && isToolOutput(item) && callIds.has(item.call_id)
    return [cleared ? { kind: 'clear', id: slot.id, placeholder: PLACEHOLDER } : slot]
  })
  const { tokensBefore, tokensAfter } = boundary
  log.compact({ slots, trigger: 'built_in', strategy: 'micro', message: '', tokensBefore, tokensAfter }, place)
}

/** Named one by one, or by the ends of a stretch of the conversation. */
const preservedUuids = ({ uuids, head, tail }: PreservedTail, live: readonly ClaudeRecord[]): readonly string[] => {
  if (uuids.length > 0 || head === undefined || tail === undefined) return uuids
  const first = live.findIndex((record) => record.uuid === head)
  const last = live.findIndex((record) => record.uuid === tail)
  return first === -1 || last < first ? [] : live.slice(first, last + 1).map((record) => record.uuid)
}

const slotsOf = (uuid: string, log: ItemLog, made: RecordItems): readonly ViewSlot[] =>
  (made.get(uuid) ?? []).flatMap((id) => log.slotOf(id) ?? [])

const textOfSlots = (slots: readonly ViewSlot[]): string =>
  slots
    .flatMap((slot) => (slot.kind === 'insert' && slot.item.type === 'message' ? slot.item.content : []))
    .flatMap((part) => (part.type === 'input_image' ? [] : [part.text]))
    .join('\n')

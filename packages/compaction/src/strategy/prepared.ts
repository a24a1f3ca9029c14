/** What every attempt at one compaction shares: read once from the history, whatever the budget. */
import { type HistoryItem, type ItemId, textOfParts } from '@rawr/protocol'
import { type Goal, goalOf, NO_GOAL } from '../extract/goal.ts'
import { type KeyTable, keyTableOf } from '../extract/key-table.ts'
import { type Company, companyOf } from '../extract/relations.ts'
import type { ExtractStep } from '../extract/steps.ts'
import { type Unit, unitsOf } from '../extract/units.ts'
import { type KeyWeights, keyWeights } from '../extract/weights.ts'
import { type Group, groupsOf } from '../history/groups.ts'
import { allItems, type History, positionOf, tokensBetween, visibleTokens } from '../history/history.ts'
import { asidePositions, isUserWords } from '../history/turns.ts'
import { KEEP_ALL_ROLES, type KeepWish, type Kept, keptOf } from '../keep.ts'
import type { Ledger } from '../ledger/facts.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { Narrative } from '../narrative/read-answer.ts'
import { pinnedPositions } from '../pins.ts'
import { estimateText, type TokenRates } from '../tokens/estimate.ts'

export type Prepared = {
  readonly history: History
  readonly items: readonly HistoryItem[]
  readonly rates: TokenRates
  readonly groups: readonly Group[]
  readonly ledger: Ledger
  readonly units: readonly Unit[]
  readonly weights: KeyWeights
  readonly company: Company | null
  readonly table: KeyTable
  readonly goal: Goal
  /** Where the stretch of the work begins that is not finished. */
  readonly openFrom: number
  /** Steps that are left out, to measure them. */
  readonly without: ReadonlySet<ExtractStep>
  /** Positions of the user's messages, ascending. */
  readonly words: readonly number[]
  /** The newest of them; `null` where the user said nothing. */
  readonly live: number | null
  /** It has not been answered. */
  readonly isLiveOpen: boolean
  readonly pinned: readonly number[]
  /** Pinned, or of a file that is to be kept: they stay, whatever the budget. Ascending. */
  readonly fixed: readonly number[]
  readonly keep: Kept
  /** What only served a compaction; it stays in no view. */
  readonly aside: ReadonlySet<number>
  readonly tokensVisible: number
  /** A model's words; empty where there are none. */
  readonly narrative: readonly string[]
  readonly textTokens: (unit: Unit) => number
}

export type PrepareOptions = {
  readonly midTurn: boolean
  readonly without?: ReadonlySet<ExtractStep> | undefined
  readonly narrative?: Narrative | undefined
  readonly keep?: KeepWish | undefined
}

export const prepare = (
  history: History,
  { midTurn, without = NONE, narrative, keep = KEEP_ALL_ROLES }: PrepareOptions,
): Prepared => {
  const items = allItems(history)
  const groups = groupsOf(items)
  const ledger = ledgerOf(history)
  const aside = asidePositions(items)
  const all = unitsOf(history, { isLossless: !without.has('lossless') })
  const units = aside.size === 0 ? all : all.filter(({ position }) => !aside.has(position))
  const words = items.flatMap((item, position) => (isUserWords(item) ? [position] : []))
  const table = keyTableOf(history)
  const rates = history.shared.rates
  const pinned = pinnedPositions({ history, groups, ledger })
  const kept = keptOf(keep, { items, groups, ledger, rates, positionOf: (id) => positionOf(history, id) })
  return {
    history,
    items,
    rates,
    groups,
    ledger,
    units,
    weights: keyWeights({
      units,
      table,
      tokensAfter: (position) => tokensBetween(history, { start: position, end: history.length }),
    }),
    company: without.has('pairs') ? null : companyOf(units, table.size()),
    table,
    goal: without.has('goal') ? NO_GOAL : goalOf(ledger, units),
    openFrom: without.has('folding') ? 0 : (ledger.episodes.at(-1)?.at ?? 0),
    without,
    narrative: narrative?.lines ?? [],
    words,
    live: words.at(-1) ?? null,
    isLiveOpen: midTurn || !endsWithAnswer(items.filter((_, position) => !aside.has(position))),
    pinned,
    fixed: [...new Set([...pinned, ...kept.positions])].sort((a, b) => a - b),
    keep: kept,
    aside,
    tokensVisible: visibleTokens(history),
    textTokens: (unit) => estimateText(unit.text, unit.voice === 'result' ? 'result' : 'prose', rates),
  }
}

const NONE: ReadonlySet<ExtractStep> = new Set()

const endsWithAnswer = (items: readonly HistoryItem[]): boolean => {
  const last = items.findLast((item) => item.type === 'message' || item.type.includes('call'))
  return last?.type === 'message' && last.role === 'assistant' && textOfParts(last.content).trim() !== ''
}

export const idAt = (items: readonly HistoryItem[], position: number): ItemId => {
  const item = items[position]
  if (item === undefined) throw new Error(`no item at position ${position}`)
  return item.meta.id
}

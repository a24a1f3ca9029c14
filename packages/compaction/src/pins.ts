/** What the user fixed: items, files and facts that stay verbatim through any number of compactions (L5). */
import { fenceVerbatim } from '@rawr/prompts'
import { type HistoryItem, ItemId, type MessageItem, type Pin, type Tokens, type UnixMillis } from '@rawr/protocol'
import { type Group, groupsOf } from './history/groups.ts'
import { allItems, type History, itemAt, positionOf } from './history/history.ts'
import type { Ledger } from './ledger/facts.ts'
import { ledgerOf } from './ledger/ledger.ts'
import { estimateItem } from './tokens/estimate.ts'

type Pinned = { readonly history: History; readonly groups: readonly Group[]; readonly ledger: Ledger }

/** Positions that stay: pinned items with the whole group each belongs to. Ascending. */
export const pinnedPositions = ({ history, groups, ledger }: Pinned): readonly number[] => {
  const wanted = history.pins.flatMap((pin) => positionsOf(pin, { history, ledger }))
  const positions = new Set<number>()
  for (const group of groups) {
    if (!wanted.some((position) => position >= group.start && position < group.end)) continue
    for (let position = group.start; position < group.end; position += 1) positions.add(position)
  }
  return [...positions]
}

const positionsOf = (pin: Pin, { history, ledger }: Omit<Pinned, 'groups'>): readonly number[] => {
  const at = (id: ItemId | null): readonly number[] => {
    const position = id === null ? undefined : positionOf(history, id)
    return position === undefined ? [] : [position]
  }
  switch (pin.kind) {
    case 'item': {
      const [first] = at(pin.first)
      const [last] = at(pin.last)
      if (first === undefined || last === undefined) return []
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset)
    }
    case 'file': {
      // Its newest view or edit.
      const file = ledger.files.get(pin.path)
      const reads = at(file?.lastRead ?? null)
      const edits = at(file?.lastEdit ?? null)
      const newest = Math.max(-1, ...reads, ...edits)
      return newest < 0 ? [] : [newest]
    }
    case 'fact':
      return []
  }
}

/** How many estimated tokens each pin holds, and all together. */
export const weighPins = (history: History): PinsWeight => {
  const groups = groupsOf(allItems(history))
  const ledger = ledgerOf(history)
  const tokensOf = (pins: readonly Pin[]): Tokens => {
    const only = { ...history, pins }
    const items = pinnedPositions({ history: only, groups, ledger }).flatMap((position) => {
      const item = itemAt(history, position)
      return item === undefined ? [] : [item]
    })
    const facts = pinnedFacts(only, { itemIds: () => UNNAMED, at: 0 })
    return [...items, ...facts].reduce((sum, item) => sum + estimateItem(item, history.shared.rates), 0)
  }
  return { pins: history.pins.map((pin) => ({ pin, tokens: tokensOf([pin]) })), tokens: tokensOf(history.pins) }
}

export type PinsWeight = {
  readonly pins: readonly { readonly pin: Pin; readonly tokens: Tokens }[]
  readonly tokens: Tokens
}

/** Weighed, and never shown. */
const UNNAMED = ItemId.parse('unnamed')

/** Pinned facts as items of their own. */
export const pinnedFacts = (
  history: History,
  { itemIds, at }: { readonly itemIds: () => ItemId; readonly at: UnixMillis },
): readonly HistoryItem[] =>
  history.pins.flatMap((pin): readonly MessageItem[] =>
    pin.kind === 'fact'
      ? [
          {
            type: 'message',
            role: 'user',
            content: [{ type: 'input_text', text: fenceVerbatim({ tag: 'pinned', text: pin.text }) }],
            meta: { id: itemIds(), at, origin: 'pin' },
          },
        ]
      : [],
  )

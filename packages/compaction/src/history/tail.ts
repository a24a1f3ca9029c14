/**
 * What stays verbatim at the end: whole groups, newest first, as many as fit. A large result stays with its middle left
 * out; how many groups stay never depends on anything but the budget, so a bigger one never keeps fewer.
 */
import { type HistoryItem, isToolOutput, type ToolOutputItem, textOfOutput } from '@rawr/protocol'
import { cutMiddle } from '../tokens/cut-middle.ts'
import { estimateItem, type TokenRates } from '../tokens/estimate.ts'
import type { Group } from './groups.ts'
import { isSent } from './history.ts'

/** A result in the tail beyond this may lose its middle. */
const RESULT_TOKENS_MAX = 400

export type TailInput = {
  readonly items: readonly HistoryItem[]
  readonly groups: readonly Group[]
  /** Kept and paid for elsewhere: pins, the live request. */
  readonly isPaid: (position: number) => boolean
  /** Stays in no view: it costs nothing and counts for nothing. */
  readonly isAside?: (position: number) => boolean
  readonly tokens: number
  /** The newest group alone may have this many: what was just done is not done again. */
  readonly newestTokens: number
  /** Items wanted at most, rounded outward to whole groups. */
  readonly maxItems: number
  readonly rates: TokenRates
}

export type Tail = {
  /** Everything from here on stays. */
  readonly start: number
  readonly tokens: number
  /** What stands in place of results whose middle is left out, by position. */
  readonly trimmed: ReadonlyMap<number, string>
}

export const chooseTail = ({
  items,
  groups,
  isPaid,
  isAside = () => false,
  tokens,
  newestTokens,
  maxItems,
  rates,
}: TailInput): Tail => {
  const whole = (position: number): number => {
    const item = items[position]
    return item === undefined || isPaid(position) || isAside(position) ? 0 : estimateItem(item, rates)
  }
  const least = (position: number): number =>
    canTrim(items[position]) ? Math.min(whole(position), RESULT_TOKENS_MAX + NOTE_TOKENS) : whole(position)
  let start = items.length
  let room = tokens
  let count = 0
  let spent = 0
  for (const group of groups.toReversed()) {
    const positions = Array.from({ length: group.end - group.start }, (_, offset) => group.start + offset)
    const cost = positions.reduce((sum, position) => sum + least(position), 0)
    const limit = start === items.length ? Math.max(room, newestTokens) : room
    if (cost > limit || count >= maxItems) break
    room = Math.max(0, room - cost)
    spent += cost
    count += positions.filter((position) => !isAside(position) && isSent(items[position] as HistoryItem)).length
    start = group.start
  }
  return withTrims({ items, start, room, spent, whole, least })
}

const canTrim = (item: HistoryItem | undefined): boolean => item !== undefined && isToolOutput(item)

const NOTE_TOKENS = 20

type Fit = {
  readonly items: readonly HistoryItem[]
  readonly start: number
  readonly room: number
  readonly spent: number
  readonly whole: (position: number) => number
  readonly least: (position: number) => number
}

/** What room is left gives the newest results their middle back. */
const withTrims = ({ items, start, room, spent, whole, least }: Fit): Tail => {
  const trimmed = new Map<number, string>()
  let left = room
  for (let position = items.length - 1; position >= start; position -= 1) {
    const item = items[position]
    const saved = whole(position) - least(position)
    if (saved <= 0 || item === undefined || !isToolOutput(item)) continue
    if (saved <= left) left -= saved
    else {
      const extra = Math.floor(left)
      left = 0
      trimmed.set(position, trimmedText(item, RESULT_TOKENS_MAX + extra))
    }
  }
  return { start, tokens: spent + room - left, trimmed }
}

const trimmedText = (item: ToolOutputItem, tokensMax: number): string => {
  const { text, tokensBefore } = cutMiddle({ text: textOfOutput(item), tokensMax })
  return `[${item.meta.id}, ${tokensBefore} tokens, middle left out]\n${text}`
}

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

/** Where not even that fits, a result of the newest group: in a small window its model has not seen it yet. */
const NEWEST_RESULT_TOKENS_MAX = 120

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
  const trimmed = (position: number, resultTokens: number): number =>
    canTrim(items[position]) ? Math.min(whole(position), resultTokens + NOTE_TOKENS) : whole(position)
  const newest = groups.at(-1)
  const newestMax = Math.max(tokens, newestTokens)
  const isTight = newest !== undefined && sumOver(newest, (at) => trimmed(at, RESULT_TOKENS_MAX)) > newestMax
  const resultTokens = (position: number): number =>
    isTight && position >= newest.start ? NEWEST_RESULT_TOKENS_MAX : RESULT_TOKENS_MAX
  const least = (position: number): number => trimmed(position, resultTokens(position))
  const weight = (position: number): number => {
    const item = items[position]
    return item !== undefined && !isAside(position) && isSent(item) ? 1 : 0
  }
  let start = items.length
  let room = tokens
  let count = 0
  let spent = 0
  for (const group of groups.toReversed()) {
    const cost = sumOver(group, least)
    if (cost > (group === newest ? newestMax : room) || count >= maxItems) break
    room = Math.max(0, room - cost)
    spent += cost
    count += sumOver(group, weight)
    start = group.start
    if (isTight) break
  }
  return withTrims({ items, start, room, spent, whole, least, resultTokens })
}

const sumOver = ({ start, end }: Group, of: (position: number) => number): number => {
  let sum = 0
  for (let position = start; position < end; position += 1) sum += of(position)
  return sum
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
  readonly resultTokens: (position: number) => number
}

/** What room is left gives the newest results their middle back. */
const withTrims = ({ items, start, room, spent, whole, least, resultTokens }: Fit): Tail => {
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
      trimmed.set(position, trimmedText(item, resultTokens(position) + extra))
    }
  }
  return { start, tokens: spent + room - left, trimmed }
}

const trimmedText = (item: ToolOutputItem, tokensMax: number): string => {
  const { text, tokensBefore } = cutMiddle({ text: withoutBlobLine(item), tokensMax })
  return `[${item.meta.id}, ${tokensBefore} tokens, middle left out]\n${text}`
}

/** The line that names the blob of an output too large to show whole takes half of little room, and stands in the original. */
const withoutBlobLine = (item: ToolOutputItem): string => {
  const text = textOfOutput(item)
  const { blob } = item.meta
  const end = text.indexOf('\n')
  return blob !== undefined && text.slice(0, end).includes(blob.id) ? text.slice(end + 1) : text
}

/**
 * The user's own words: verbatim, newest first, up to their budget. A pasted block is shown as its beginning, its end and
 * its id. Also what is left to say of the messages that did not fit.
 */
import { type HistoryItem, type ItemId, type MessageItem, textOfParts } from '@rawr/protocol'
import { cutMiddle } from '../tokens/cut-middle.ts'
import { estimateItem, type TokenRates } from '../tokens/estimate.ts'
import { cutLine } from './cut-line.ts'
import type { SummaryLine } from './summary-line.ts'

/** A message beyond this is a pasted block (DESIGN §7). */
const PASTED_TOKENS = 1_500

/** What is shown of one. */
const PASTED_SHOWN_TOKENS = 400

/** What `[i1a, handled]` costs beside the item. */
const MARK_TOKENS = 7

/** First the newest messages; the task itself, said first, is not given up for them. */
const FIRST_WORDS_SHARE = 0.6

export type ChosenWords =
  | { readonly kind: 'whole'; readonly position: number; readonly tokens: number }
  | { readonly kind: 'cut'; readonly position: number; readonly tokens: number; readonly text: string }

export type WordsInput = {
  readonly items: readonly HistoryItem[]
  /** Positions of user messages outside the tail, ascending, without the live request. */
  readonly candidates: readonly number[]
  readonly tokens: number
  readonly rates: TokenRates
}

/** In log order. */
export const chooseWords = ({ items, candidates, tokens, rates }: WordsInput): readonly ChosenWords[] => {
  const chosen: ChosenWords[] = []
  let room = tokens
  const [first, ...later] = candidates
  const offer = (position: number | undefined, limit: number): void => {
    // What the work began with may be the long text of a command: that is no pasted block.
    const wholeMax = position === first ? Math.max(limit, PASTED_TOKENS) : PASTED_TOKENS
    const words = position === undefined ? null : shown(items[position], { position, rates, wholeMax })
    if (words === null || words.tokens > Math.min(room, limit)) return
    room -= words.tokens
    chosen.push(words)
  }
  offer(first, Math.max(tokens * FIRST_WORDS_SHARE, tokens - wholeTokens(later, { items, rates })))
  for (const position of later.toReversed()) offer(position, room)
  return chosen.sort((a, b) => a.position - b.position)
}

/** What the other messages take where nothing is left out of them: where they leave room, what came first stays too. */
const wholeTokens = (positions: readonly number[], { items, rates }: Pick<WordsInput, 'items' | 'rates'>): number =>
  positions.reduce((sum, position) => {
    const words = shown(items[position], { position, rates, wholeMax: PASTED_TOKENS })
    return sum + (words?.tokens ?? 0)
  }, 0)

const shown = (
  item: HistoryItem | undefined,
  { position, rates, wholeMax }: { readonly position: number; readonly rates: TokenRates; readonly wholeMax: number },
): ChosenWords | null => {
  if (item?.type !== 'message') return null
  const tokens = estimateItem(item, rates) + MARK_TOKENS
  if (tokens <= wholeMax) return { kind: 'whole', position, tokens }
  const text = cutWords({ item, tokensMax: PASTED_SHOWN_TOKENS, state: 'handled' })
  return { kind: 'cut', position, tokens: PASTED_SHOWN_TOKENS + MARK_TOKENS, text }
}

export type CutWords = {
  readonly item: MessageItem
  readonly tokensMax: number
  /** A handled message was answered; the live request was not. */
  readonly state: 'handled' | 'live'
}

/** Beginning and end of a message, and where the whole is. */
export const cutWords = ({ item, tokensMax, state }: CutWords): string => {
  const { text, tokensBefore } = cutMiddle({ text: textOfParts(item.content), tokensMax })
  return `[${item.meta.id}, ${state === 'handled' ? 'handled, ' : ''}${tokensBefore} tokens, cut]\n${text}`
}

const UNSEEN_CHARS_MAX = 200

/** One line for each message that is not in the view, newest first. */
export const unseenWords = (
  orders: readonly { readonly id: ItemId; readonly at: number; readonly text: string }[],
  isShown: (position: number) => boolean,
): readonly SummaryLine[] =>
  orders
    .filter(({ at }) => !isShown(at))
    .toReversed()
    .map(({ text, id }) => ({
      text: `user: ${cutLine(text.replaceAll(/\s+/g, ' ').trim(), UNSEEN_CHARS_MAX)}`,
      ids: [id],
    }))

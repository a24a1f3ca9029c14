/**
 * How likely an identifier is needed again. What counts, in this order: the user named it, it came up often, a call used
 * it, it came up late, the agent named it. All constants of the extractor that were found by measuring stand here.
 */
import type { FoundKey, KeyShape } from './keys.ts'
import type { Unit, Voice } from './units.ts'

export const WEIGHTS = {
  user: 0.72,
  frequency: 0.34,
  call: 0.56,
  recency: 0.9,
  assistant: 0.3,
  /** Recency halves about every 20k tokens. */
  recencyDecayTokens: 30_000,
  /** Of the sum of the above: above 1, what is likely needed counts more than its share. */
  power: 1.5,
  /** A second line about the same identifier shows it beside something else. */
  secondMention: 0.3,
  /** The first line that shows an identifier beside its usual company. */
  relation: 0.3,
  /** Two identifiers on a line that no chosen line has together. */
  pair: 0.1,
  /** A rare word of what is wanted now, once. */
  goal: 4,
  /** Of a line from a finished stretch of the work. */
  folded: 0.8,
  /** A sentence that decides, forbids, corrects or explains, whatever it names. */
  cue: 0.8,
  /** Exponent of a line's cost: below 1, longer lines are a little cheaper by the token. */
  costExponent: 0.9,
  /** Tokens of the pointer and mark of a line. */
  lineOverhead: 8,
  /** Tokens between two quotes from one item on one line. */
  quoteOverhead: 2,
} as const

const SHAPE: Readonly<Record<KeyShape, number>> = { path: 1, name: 1, word: 0.15, flag: 0.8, hash: 0.3 }

type Mentions = { readonly shape: KeyShape; count: number; user: number; call: number; assistant: number; last: number }

/** By number of an identifier. Sparse. */
export type KeyWeights = readonly number[]

export const keyWeights = (units: readonly Unit[], tokensAfter: (position: number) => number): KeyWeights => {
  const mentions: (Mentions | undefined)[] = []
  for (const unit of units)
    for (const [at, found] of unit.keys.entries()) note(mentions, unit.numbers[at] ?? 0, { found, unit })
  return mentions.map((mention) => (mention === undefined ? 0 : weightOf(mention, tokensAfter(mention.last))))
}

const FIELD: Readonly<Record<Voice, 'user' | 'call' | 'assistant' | null>> = {
  user: 'user',
  call: 'call',
  edit: 'call',
  assistant: 'assistant',
  result: null,
}

type Mention = { readonly found: FoundKey; readonly unit: Unit }

const note = (mentions: (Mentions | undefined)[], number: number, { found, unit }: Mention): void => {
  let known = mentions[number]
  if (known === undefined) {
    known = { shape: found.shape, count: 0, user: 0, call: 0, assistant: 0, last: 0 }
    mentions[number] = known
  }
  const field = FIELD[unit.voice]
  known.count += 1
  if (field !== null) known[field] += 1
  known.last = Math.max(known.last, unit.position)
}

const weightOf = ({ shape, count, user, call, assistant }: Mentions, tokensAfter: number): number => {
  const score =
    WEIGHTS.user * Math.min(1, user) +
    WEIGHTS.frequency * Math.log2(1 + count) +
    WEIGHTS.call * Math.min(1, call) +
    WEIGHTS.recency * Math.exp(-tokensAfter / WEIGHTS.recencyDecayTokens) +
    WEIGHTS.assistant * Math.min(1, assistant)
  return SHAPE[shape] * score ** WEIGHTS.power
}

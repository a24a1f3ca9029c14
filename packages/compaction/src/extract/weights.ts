/**
 * How likely an identifier is needed again. What counts, in this order: the user named it, it came up often, a call used
 * it, it came up late, the agent named it. All constants of the extractor that were found by measuring stand here.
 */
import type { KeyTable } from './key-table.ts'
import type { KeyShape } from './keys.ts'
import type { Voice } from './read-lines.ts'
import type { Unit } from './units.ts'

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
  /** The first line about an identifier that a list of the state only names. */
  listedMention: 0.7,
  /** The first line that shows an identifier beside its usual company. */
  relation: 0.3,
  /** Two identifiers on a line that no chosen line has together. */
  pair: 0.1,
  /** A rare word of what is wanted now, once. */
  goal: 4,
  /** Of a line from a finished stretch of the work. */
  folded: 0.6,
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

/** By number of an identifier; 0 for one that no line has. */
export type KeyWeights = Float64Array

export type Weighed = {
  readonly units: readonly Unit[]
  readonly table: KeyTable
  readonly tokensAfter: (position: number) => number
}

export const keyWeights = ({ units, table, tokensAfter }: Weighed): KeyWeights => {
  const size = table.size()
  const counts = new Int32Array(size)
  const voices = new Uint8Array(size)
  const last = new Int32Array(size)
  for (const { voice, position, numbers } of units) {
    const bit = VOICE_BIT[voice]
    for (const key of numbers) {
      counts[key] = (counts[key] ?? 0) + 1
      voices[key] = (voices[key] ?? 0) | bit
      if (position > (last[key] ?? 0)) last[key] = position
    }
  }
  const weights = new Float64Array(size)
  for (let key = 0; key < size; key += 1) {
    const count = counts[key] ?? 0
    if (count === 0) continue
    const mentions = { count, voices: voices[key] ?? 0, tokensAfter: tokensAfter(last[key] ?? 0) }
    weights[key] = SHAPE[table.shapeOf(key)] * scoreOf(mentions) ** WEIGHTS.power
  }
  return weights
}

const BY_USER = 1
const BY_CALL = 2
const BY_ASSISTANT = 4

const VOICE_BIT: Readonly<Record<Voice, number>> = {
  user: BY_USER,
  call: BY_CALL,
  edit: BY_CALL,
  assistant: BY_ASSISTANT,
  result: 0,
}

type Mentions = { readonly count: number; readonly voices: number; readonly tokensAfter: number }

const scoreOf = ({ count, voices, tokensAfter }: Mentions): number =>
  WEIGHTS.user * ((voices & BY_USER) === 0 ? 0 : 1) +
  WEIGHTS.frequency * Math.log2(1 + count) +
  WEIGHTS.call * ((voices & BY_CALL) === 0 ? 0 : 1) +
  WEIGHTS.recency * Math.exp(-tokensAfter / WEIGHTS.recencyDecayTokens) +
  WEIGHTS.assistant * ((voices & BY_ASSISTANT) === 0 ? 0 : 1)

/** What the work is about now: the words of the newest order and of the plan steps that are open. */
import type { Ledger } from '../ledger/facts.ts'
import type { Unit } from './units.ts'

/** Words of the goal on each line that has any; a rare word weighs more. */
export type Goal = {
  readonly wordsOf: (unit: Unit) => readonly string[]
  readonly weightOf: (word: string) => number
}

/** A long order names everything; its rarest words are the ones that tell lines apart. */
const WORDS_MAX = 24
const WORD_CHARS_MIN = 4

const WORD = /[\p{L}][\p{L}\p{N}_]*/gu

export const goalOf = (ledger: Ledger, units: readonly Unit[]): Goal => {
  const wanted = [...new Set(goalTexts(ledger).flatMap(wordsIn))].filter((word) => !COMMON.has(word))
  if (wanted.length === 0) return NO_GOAL
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:${wanted.slice(0, WORDS_MAX * 4).join('|')})(?![\\p{L}\\p{N}_])`,
    'giu',
  )
  const found = new Map<Unit, readonly string[]>()
  const lines = new Map<string, number>()
  for (const unit of units) {
    const words = [...new Set(unit.text.match(pattern)?.map((word) => word.toLowerCase()) ?? [])]
    if (words.length === 0) continue
    found.set(unit, words)
    for (const word of words) lines.set(word, (lines.get(word) ?? 0) + 1)
  }
  const rarity = (word: string): number => Math.log(1 + units.length / (1 + (lines.get(word) ?? 0)))
  const rarest = new Set(
    [...lines.keys()].sort((a, b) => rarity(b) - rarity(a) || (a < b ? -1 : 1)).slice(0, WORDS_MAX),
  )
  const scale = Math.log(1 + units.length)
  for (const [unit, words] of found) {
    const rare = words.filter((word) => rarest.has(word))
    if (rare.length === 0) found.delete(unit)
    else if (rare.length < words.length) found.set(unit, rare)
  }
  const weights = new Map([...rarest].map((word) => [word, rarity(word) / scale]))
  return {
    wordsOf: (unit) => found.get(unit) ?? NO_WORDS,
    weightOf: (word) => weights.get(word) ?? 0,
  }
}

const NO_WORDS: readonly string[] = []

export const NO_GOAL: Goal = { wordsOf: () => NO_WORDS, weightOf: () => 0 }

const goalTexts = ({ orders, plan }: Ledger): readonly string[] => [
  orders.at(-1)?.text.slice(0, ORDER_CHARS_MAX) ?? '',
  ...(plan?.steps.filter(({ status }) => status !== 'completed').map(({ step }) => step) ?? []),
]

const ORDER_CHARS_MAX = 4_000

const wordsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(WORD) ?? []).filter((word) => word.length >= WORD_CHARS_MIN)

/** Words that say nothing of what is wanted. */
const COMMON: ReadonlySet<string> = new Set(
  'about after again all also and any are because been before being but can could does done each file files first for from have here into just know like line lines look make more must need next only other please should some sure take than that their them then there these they thing think this those very want well were what when where which while will with would your'.split(
    ' ',
  ),
)

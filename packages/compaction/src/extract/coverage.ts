/**
 * Which lines cover the most of what is likely needed again, for a number of tokens: lazy greedy on gain per cost. A
 * line gains by what no chosen line has said yet.
 */
import { Candidates } from './candidates.ts'
import type { Goal } from './goal.ts'
import type { KeyTable } from './key-table.ts'
import type { Company } from './relations.ts'
import type { Unit } from './units.ts'
import { type KeyWeights, WEIGHTS } from './weights.ts'

export type CoverageInput = {
  readonly units: readonly Unit[]
  readonly weights: KeyWeights
  /** `null` where pairs count for nothing. */
  readonly company: Company | null
  readonly table: KeyTable
  readonly goal: Goal
  /** Lines in front of this position belong to finished stretches of the work. */
  readonly openFrom: number
  /** Lines that the rest of the view already shows. */
  readonly shownUnits: readonly Unit[]
  /** Identifiers that lists of the state name: that they exist is said, and nothing of what they are. */
  readonly listed: ReadonlySet<string>
  readonly tokens: number
  /** Tokens of a line's text. */
  readonly textTokens: (unit: Unit) => number
}

/** Of an average line, for comparing lines. */
const CHARS_PER_TOKEN = 3.5

/** A line whose cost by length is this much above the room does not fit. */
const MISFIT = 1.4

/** In log order. */
export const coverage = (input: CoverageInput): readonly Unit[] => {
  const { units, tokens, textTokens } = input
  if (tokens <= WEIGHTS.quoteOverhead) return []
  const known = new Known(input)
  const candidates = new Candidates(units.length)
  const divisorOf = divisors()
  units.forEach((unit, index) => {
    // What it really costs is counted when it is chosen: most lines never are.
    const score = known.gain(unit) / divisorOf(unit)
    if (score > 0) candidates.offer(index, score)
  })
  candidates.order()
  const chosen: number[] = []
  const quoted = new Set<number>()
  let room = tokens
  for (let index = candidates.pop(); index !== -1; index = candidates.pop()) {
    const unit = units[index] as Unit
    // A second quote from an item shares the pointer of the first.
    const overhead = quoted.has(unit.position) ? WEIGHTS.quoteOverhead : WEIGHTS.lineOverhead
    if (room <= overhead || costOf(unit) > room * MISFIT) {
      // Nearly full, thousands of lines are left that cannot fit: room only shrinks, so they go all at once.
      const most = room * MISFIT
      candidates.dropMany((other) => room <= WEIGHTS.quoteOverhead || costOf(units[other] as Unit) > most)
      continue
    }
    const score = known.gain(unit) / divisorOf(unit)
    if (score <= 0) continue
    if (candidates.isBeforeTop(index, score)) {
      const cost = textTokens(unit) + overhead
      if (cost > room) continue
      chosen.push(index)
      quoted.add(unit.position)
      room -= cost
      known.add(unit)
    } else candidates.putBack(index, score)
  }
  return chosen
    .map((index) => ({ index, unit: units[index] as Unit }))
    .sort((a, b) => a.unit.position - b.unit.position || a.index - b.index)
    .map(({ unit }) => unit)
}

const costOf = ({ text }: Unit): number => text.length / CHARS_PER_TOKEN + WEIGHTS.lineOverhead

/** What a gain is divided by: one power for each length a line can have. */
const divisors = (): ((unit: Unit) => number) => {
  const byLength: number[] = []
  return (unit) => {
    const { length } = unit.text
    const known = byLength[length]
    if (known !== undefined) return known
    const divisor = costOf(unit) ** WEIGHTS.costExponent
    byLength[length] = divisor
    return divisor
  }
}

/** Two key numbers in one, exact below 2^53. */
const PAIR_BASE = 2 ** 26

/** What the view says so far, and what one more line would add. */
class Known {
  readonly #input: CoverageInput
  /** How often each key was shown, up to 2. */
  readonly #times: Uint8Array
  readonly #listed: Uint8Array
  readonly #related: Uint8Array
  readonly #pairs = new Set<number>()
  readonly #words = new Set<string>()

  constructor(input: CoverageInput) {
    this.#input = input
    this.#times = new Uint8Array(input.table.size())
    this.#listed = new Uint8Array(input.table.size())
    this.#related = new Uint8Array(input.table.size())
    for (const key of input.listed) {
      const number = input.table.find(key)
      if (number !== undefined) this.#listed[number] = 1
    }
    for (const unit of input.shownUnits) this.add(unit)
  }

  gain(unit: Unit): number {
    const { weights, goal, company, openFrom } = this.#input
    const { numbers } = unit
    const beside = numbers.length > 1 ? company : null
    let sum = unit.hasCue ? WEIGHTS.cue : 0
    for (let at = 0; at < numbers.length; at += 1) {
      const key = numbers[at] ?? 0
      const seen = this.#times[key] ?? 0
      const weight = weights[key] ?? 0
      if (seen < 2) sum += weight * this.#shareOf(key, seen)
      if (beside !== null && this.#related[key] === 0 && beside.isAmong(key, numbers)) sum += weight * WEIGHTS.relation
    }
    if (beside !== null) sum = this.#withPairs(sum, numbers)
    for (const word of goal.wordsOf(unit)) if (!this.#words.has(word)) sum += WEIGHTS.goal * goal.weightOf(word)
    // Of the open stretch, or said by somebody.
    return isSaid(unit) || unit.position >= openFrom ? sum : sum * WEIGHTS.folded
  }

  /** Of an identifier's weight, what one more line about it is worth. */
  #shareOf(key: number, seen: number): number {
    if (seen > 0) return WEIGHTS.secondMention
    return this.#listed[key] === 1 ? WEIGHTS.listedMention : 1
  }

  /** `sum` and, one after the other, what each new pair adds. */
  #withPairs(sum: number, numbers: readonly number[]): number {
    const { weights } = this.#input
    const count = Math.min(numbers.length, PAIRED_KEYS_MAX)
    let more = sum
    for (let at = 0; at < count; at += 1) {
      const a = numbers[at] ?? 0
      const isShown = this.#times[a] !== 0
      for (let next = at + 1; next < count; next += 1) {
        const b = numbers[next] ?? 0
        // Only names that were both shown can have been shown together.
        if (isShown && this.#times[b] !== 0 && this.#pairs.has(pairOf(a, b))) continue
        more += WEIGHTS.pair * Math.min(weights[a] ?? 0, weights[b] ?? 0)
      }
    }
    return more
  }

  add(unit: Unit): void {
    const { goal, company } = this.#input
    const { numbers } = unit
    for (const key of numbers) {
      this.#times[key] = Math.min(2, (this.#times[key] ?? 0) + 1)
      if (company !== null && numbers.length > 1 && company.isAmong(key, numbers)) this.#related[key] = 1
    }
    const count = company === null ? 0 : Math.min(numbers.length, PAIRED_KEYS_MAX)
    for (let at = 0; at < count; at += 1)
      for (let next = at + 1; next < count; next += 1) this.#pairs.add(pairOf(numbers[at] ?? 0, numbers[next] ?? 0))
    for (const word of goal.wordsOf(unit)) this.#words.add(word)
  }
}

const pairOf = (a: number, b: number): number => (a < b ? a * PAIR_BASE + b : b * PAIR_BASE + a)

/** What people and the agent said stays as it was said, however old. */
const isSaid = ({ voice }: Unit): boolean => voice === 'user' || voice === 'assistant'

/** Of a line of many names the first ones. */
const PAIRED_KEYS_MAX = 6

/**
 * Which lines cover the most of what is likely needed again, for a number of tokens: lazy greedy on gain per cost. A
 * line gains by what no chosen line has said yet.
 */
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
  /** Identifiers that it shows beside them. */
  readonly shown: ReadonlySet<string>
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
  const heap = new Heap()
  const scoreOf = (line: Line, cost: number): number => known.gain(line) / cost ** WEIGHTS.costExponent
  units.forEach((unit, index) => {
    // What it really costs is counted when it is chosen: most lines never are.
    const cost = unit.text.length / CHARS_PER_TOKEN + WEIGHTS.lineOverhead
    const line = known.lineOf(unit)
    const score = scoreOf(line, cost)
    if (score > 0) heap.push({ line, index, cost, score })
  })
  const chosen: Candidate[] = []
  const quoted = new Set<number>()
  let room = tokens
  for (let top = heap.pop(); top !== undefined; top = heap.pop()) {
    const { unit } = top.line
    // A second quote from an item shares the pointer of the first.
    const overhead = quoted.has(unit.position) ? WEIGHTS.quoteOverhead : WEIGHTS.lineOverhead
    // Nearly full, thousands of lines are left that cannot fit: what they cost exactly is of no interest.
    if (room <= overhead || top.cost > room * MISFIT) continue
    const score = scoreOf(top.line, top.cost)
    if (score <= 0) continue
    const next = heap.peek()
    if (next !== undefined && isBefore(next, { ...top, score })) heap.push({ ...top, score })
    else {
      const cost = textTokens(unit) + overhead
      if (cost > room) continue
      chosen.push(top)
      quoted.add(unit.position)
      room -= cost
      known.add(top.line)
    }
  }
  return chosen
    .sort((a, b) => a.line.unit.position - b.line.unit.position || a.index - b.index)
    .map(({ line }) => line.unit)
}

/** A line with its identifiers as numbers: each is scored many times. */
type Line = {
  readonly unit: Unit
  readonly keys: readonly number[]
  /** For each key: does its usual company stand on this line? */
  readonly related: readonly boolean[]
  /** Two keys in one number. */
  readonly pairs: readonly number[]
  readonly pairWeights: readonly number[]
  readonly words: readonly string[]
  /** Of the open stretch, or said by somebody. */
  readonly factor: number
}

/** Two key numbers in one, exact below 2^53. */
const PAIR_BASE = 2 ** 26

const NONE: readonly never[] = []
/** Never written to: lines of one name have no pairs. */
const NO_NUMBERS: number[] = []

/** What the view says so far, and what one more line would add. */
class Known {
  readonly #input: CoverageInput
  /** How often each key was shown, up to 2. */
  readonly #times: Uint8Array
  readonly #related: Uint8Array
  readonly #pairs = new Set<number>()
  readonly #words = new Set<string>()

  constructor(input: CoverageInput) {
    this.#input = input
    const shown = [...input.shown].map((key) => input.table.numberOf(key))
    this.#times = new Uint8Array(input.table.size())
    this.#related = new Uint8Array(input.table.size())
    for (const key of shown) this.#times[key] = 1
    for (const unit of input.shownUnits) this.add(this.lineOf(unit))
  }

  lineOf(unit: Unit): Line {
    const { goal, openFrom, company, weights } = this.#input
    const { numbers } = unit
    const hasPairs = company !== null && numbers.length > 1
    const pairs: number[] = hasPairs ? [] : NO_NUMBERS
    const pairWeights: number[] = hasPairs ? [] : NO_NUMBERS
    const count = hasPairs ? Math.min(numbers.length, PAIRED_KEYS_MAX) : 0
    for (let at = 0; at < count; at += 1)
      for (let next = at + 1; next < count; next += 1) {
        const a = numbers[at] ?? 0
        const b = numbers[next] ?? 0
        pairs.push(a < b ? a * PAIR_BASE + b : b * PAIR_BASE + a)
        pairWeights.push(WEIGHTS.pair * Math.min(weights[a] ?? 0, weights[b] ?? 0))
      }
    return {
      unit,
      keys: numbers,
      related: hasPairs ? numbers.map((key) => hasCompany(company[key], numbers)) : NONE,
      pairs,
      pairWeights,
      words: goal.wordsOf(unit),
      factor: isSaid(unit) || unit.position >= openFrom ? 1 : WEIGHTS.folded,
    }
  }

  gain({ unit, keys, related, pairs, pairWeights, words, factor }: Line): number {
    const { weights, goal } = this.#input
    let sum = unit.hasCue ? WEIGHTS.cue : 0
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at] ?? 0
      const seen = this.#times[key] ?? 0
      const weight = weights[key] ?? 0
      if (seen < 2) sum += weight * (seen === 0 ? 1 : WEIGHTS.secondMention)
      if (related[at] === true && this.#related[key] === 0) sum += weight * WEIGHTS.relation
    }
    for (let at = 0; at < pairs.length; at += 1) if (!this.#pairs.has(pairs[at] ?? 0)) sum += pairWeights[at] ?? 0
    for (const word of words) if (!this.#words.has(word)) sum += WEIGHTS.goal * goal.weightOf(word)
    return factor === 1 ? sum : sum * factor
  }

  add({ keys, related, pairs, words }: Line): void {
    keys.forEach((key, at) => {
      this.#times[key] = Math.min(2, (this.#times[key] ?? 0) + 1)
      if (related[at] === true) this.#related[key] = 1
    })
    for (const pair of pairs) this.#pairs.add(pair)
    for (const word of words) this.#words.add(word)
  }
}

const hasCompany = (companions: readonly number[] | undefined, keys: readonly number[]): boolean => {
  if (companions === undefined) return false
  for (const companion of companions) if (keys.includes(companion)) return true
  return false
}

/** What people and the agent said stays as it was said, however old. */
const isSaid = ({ voice }: Unit): boolean => voice === 'user' || voice === 'assistant'

/** Of a line of many names the first ones. */
const PAIRED_KEYS_MAX = 6

type Candidate = { readonly line: Line; readonly index: number; readonly cost: number; readonly score: number }

/** Higher score first, and of equal ones the later line. */
const isBefore = (a: Candidate, b: Candidate): boolean =>
  a.score > b.score || (a.score === b.score && a.index > b.index)

class Heap {
  readonly #items: Candidate[] = []

  peek(): Candidate | undefined {
    return this.#items[0]
  }

  push(candidate: Candidate): void {
    const items = this.#items
    let index = items.push(candidate) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = items[parent]
      if (above === undefined || !isBefore(candidate, above)) break
      items[index] = above
      index = parent
    }
    items[index] = candidate
  }

  pop(): Candidate | undefined {
    const items = this.#items
    const top = items[0]
    const last = items.pop()
    if (top === undefined || last === undefined || items.length === 0) return top
    let index = 0
    for (;;) {
      const left = items[2 * index + 1]
      const right = items[2 * index + 2]
      const child = right !== undefined && left !== undefined && isBefore(right, left) ? right : left
      if (child === undefined || !isBefore(child, last)) break
      items[index] = child
      index = child === left ? 2 * index + 1 : 2 * index + 2
    }
    items[index] = last
    return top
  }
}

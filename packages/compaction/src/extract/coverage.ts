/**
 * Which lines cover the most of what is likely needed again, for a number of tokens: lazy greedy on gain per cost. A
 * line gains by what no chosen line has said yet.
 */
import type { Goal } from './goal.ts'
import type { Company } from './relations.ts'
import type { Unit } from './units.ts'
import { type KeyWeights, WEIGHTS } from './weights.ts'

export type CoverageInput = {
  readonly units: readonly Unit[]
  readonly weights: KeyWeights
  readonly company: Company
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

/** In log order. */
export const coverage = (input: CoverageInput): readonly Unit[] => {
  const { units, tokens, textTokens } = input
  const known = new Known(input)
  const heap = new Heap()
  const scoreOf = (unit: Unit, cost: number): number => known.gain(unit) / cost ** WEIGHTS.costExponent
  units.forEach((unit, index) => {
    // What it really costs is counted when it is chosen: most lines never are.
    const cost = unit.text.length / CHARS_PER_TOKEN + WEIGHTS.lineOverhead
    const score = scoreOf(unit, cost)
    if (score > 0) heap.push({ unit, index, cost, score })
  })
  const chosen: Candidate[] = []
  const quoted = new Set<number>()
  let room = tokens
  for (let top = heap.pop(); top !== undefined; top = heap.pop()) {
    // A second quote from an item shares the pointer of the first.
    const overhead = quoted.has(top.unit.position) ? WEIGHTS.quoteOverhead : WEIGHTS.lineOverhead
    if (room <= overhead) continue
    const score = scoreOf(top.unit, top.cost)
    if (score <= 0) continue
    const next = heap.peek()
    if (next !== undefined && isBefore(next, { ...top, score })) heap.push({ ...top, score })
    else {
      const cost = textTokens(top.unit) + overhead
      if (cost > room) continue
      chosen.push(top)
      quoted.add(top.unit.position)
      room -= cost
      known.add(top.unit)
    }
  }
  return chosen.sort((a, b) => a.unit.position - b.unit.position || a.index - b.index).map(({ unit }) => unit)
}

/** What the view says so far, and what one more line would add. */
class Known {
  readonly #input: CoverageInput
  readonly #times = new Map<string, number>()
  readonly #related = new Set<string>()
  readonly #pairs = new Set<string>()
  readonly #words = new Set<string>()

  constructor(input: CoverageInput) {
    this.#input = input
    for (const key of input.shown) this.#times.set(key, 1)
    for (const unit of input.shownUnits) this.add(unit)
  }

  gain(unit: Unit): number {
    const { weights, company, goal, openFrom } = this.#input
    let sum = unit.hasCue ? WEIGHTS.cue : 0
    for (const { key } of unit.keys) {
      const seen = this.#times.get(key) ?? 0
      const weight = weights.get(key) ?? 0
      if (seen < 2) sum += weight * (seen === 0 ? 1 : WEIGHTS.secondMention)
      if (!this.#related.has(key) && isRelated(unit, company.get(key))) sum += weight * WEIGHTS.relation
    }
    if (company.size > 0)
      for (const [a, b] of pairsOn(unit))
        if (!this.#pairs.has(slotOf(a, b))) sum += WEIGHTS.pair * Math.min(weights.get(a) ?? 0, weights.get(b) ?? 0)
    for (const word of goal.wordsOf(unit)) if (!this.#words.has(word)) sum += WEIGHTS.goal * goal.weightOf(word)
    return isSaid(unit) || unit.position >= openFrom ? sum : sum * WEIGHTS.folded
  }

  add(unit: Unit): void {
    const { company, goal } = this.#input
    for (const { key } of unit.keys) {
      this.#times.set(key, (this.#times.get(key) ?? 0) + 1)
      if (isRelated(unit, company.get(key))) this.#related.add(key)
    }
    for (const [a, b] of pairsOn(unit)) this.#pairs.add(slotOf(a, b))
    for (const word of goal.wordsOf(unit)) this.#words.add(word)
  }
}

/** What people and the agent said stays as it was said, however old. */
const isSaid = ({ voice }: Unit): boolean => voice === 'user' || voice === 'assistant'

const isRelated = ({ keys }: Unit, companions: readonly string[] | undefined): boolean =>
  companions !== undefined && keys.length > 1 && keys.some(({ key }) => companions.includes(key))

/** Of a line of many names the first ones. */
const PAIRED_KEYS_MAX = 6

const pairsOn = ({ keys }: Unit): readonly (readonly [string, string])[] => {
  const pairs: (readonly [string, string])[] = []
  const count = Math.min(keys.length, PAIRED_KEYS_MAX)
  for (let at = 0; at < count; at += 1)
    for (let next = at + 1; next < count; next += 1) {
      const [a, b] = [keys[at]?.key, keys[next]?.key]
      if (a !== undefined && b !== undefined) pairs.push([a, b])
    }
  return pairs
}

const slotOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

type Candidate = { readonly unit: Unit; readonly index: number; readonly cost: number; readonly score: number }

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

/**
 * Which lines cover the most of what is likely needed again, for a number of tokens: lazy greedy on gain per cost. A
 * line gains by what no chosen line has said yet.
 */
import type { Unit } from './units.ts'
import { type KeyWeights, WEIGHTS } from './weights.ts'

export type CoverageInput = {
  readonly units: readonly Unit[]
  readonly weights: KeyWeights
  /** Identifiers that the rest of the view already shows. */
  readonly shown: ReadonlySet<string>
  readonly tokens: number
  /** Tokens of a line's text. */
  readonly textTokens: (unit: Unit) => number
}

/** Of an average line, for comparing lines. */
const CHARS_PER_TOKEN = 3.5

/** In log order. */
export const coverage = ({ units, weights, shown, tokens, textTokens }: CoverageInput): readonly Unit[] => {
  const times = new Map<string, number>()
  for (const key of shown) times.set(key, 1)
  const heap = new Heap()
  const scoreOf = (unit: Unit, cost: number): number => gain(unit, { weights, times }) / cost ** WEIGHTS.costExponent
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
    const score = scoreOf(top.unit, top.cost)
    if (score <= 0 || room <= overhead) continue
    const next = heap.peek()
    if (next !== undefined && isBefore(next, { ...top, score })) heap.push({ ...top, score })
    else {
      const cost = textTokens(top.unit) + overhead
      if (cost > room) continue
      chosen.push(top)
      quoted.add(top.unit.position)
      room -= cost
      for (const { key } of top.unit.keys) times.set(key, (times.get(key) ?? 0) + 1)
    }
  }
  return chosen.sort((a, b) => a.unit.position - b.unit.position || a.index - b.index).map(({ unit }) => unit)
}

type Known = { readonly weights: KeyWeights; readonly times: ReadonlyMap<string, number> }

const gain = (unit: Unit, { weights, times }: Known): number => {
  let sum = unit.hasCue ? WEIGHTS.cue : 0
  for (const { key } of unit.keys) {
    const seen = times.get(key) ?? 0
    if (seen < 2) sum += (weights.get(key) ?? 0) * (seen === 0 ? 1 : WEIGHTS.secondMention)
  }
  return sum
}

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

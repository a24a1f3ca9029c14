/** Lazy greedy choice of units under a budget: what a unit adds is the weight of the names nobody chosen before has. */
import type { CountTokens } from '../../probes/cut.ts'
import { lineTokens } from '../fit.ts'
import { inOrder, type Unit } from '../units.ts'

export type Choice = {
  readonly units: readonly Unit[]
  readonly weightOf: (key: string) => number
  readonly budgetTokens: number
  readonly count: CountTokens
}

const COST_POWER = 0.9

type Entry = { readonly unit: Unit; readonly tokens: number; value: number; round: number }

export const chooseGreedily = ({ units, weightOf, budgetTokens, count }: Choice): readonly Unit[] => {
  const covered = new Set<string>()
  const chosen: Unit[] = []
  const worthOf = (unit: Unit, tokens: number): number =>
    unit.keys.reduce((sum, key) => sum + (covered.has(key) ? 0 : weightOf(key)), 0) / tokens ** COST_POWER
  const heap = units
    .map((unit): Entry => {
      const tokens = lineTokens(unit.text, count)
      return { unit, tokens, value: worthOf(unit, tokens), round: 0 }
    })
    .filter(({ value }) => value > 0)
  buildHeap(heap)
  let left = budgetTokens
  let round = 0
  while (heap.length > 0 && left > 0) {
    const top = heap[0]
    if (top === undefined) break
    if (top.tokens > left || top.value <= 0) removeTop(heap)
    else if (top.round < round) {
      top.value = worthOf(top.unit, top.tokens)
      top.round = round
      sink(heap, 0)
    } else {
      removeTop(heap)
      chosen.push(top.unit)
      left -= top.tokens
      for (const key of top.unit.keys) covered.add(key)
      round += 1
    }
  }
  return inOrder(chosen)
}

const buildHeap = (heap: Entry[]): void => {
  for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) sink(heap, at)
}

const removeTop = (heap: Entry[]): void => {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  heap[0] = last
  sink(heap, 0)
}

/** The newest unit first where two are worth the same. */
const isBefore = (a: Entry, b: Entry): boolean =>
  a.value !== b.value
    ? a.value > b.value
    : a.unit.event !== b.unit.event
      ? a.unit.event > b.unit.event
      : a.unit.line > b.unit.line

const sink = (heap: Entry[], from: number): void => {
  for (let at = from; ; ) {
    const [left, right] = [2 * at + 1, 2 * at + 2]
    let best = at
    for (const child of [left, right]) {
      const [a, b] = [heap[child], heap[best]]
      if (a !== undefined && b !== undefined && isBefore(a, b)) best = child
    }
    const [here, there] = [heap[at], heap[best]]
    if (best === at || here === undefined || there === undefined) return
    heap[at] = there
    heap[best] = here
    at = best
  }
}

/** How often two numbers came together: open addressing over plain arrays, as a session has hundreds of thousands of pairs. */
import { IntList } from './int-list.ts'

export type PairCounts = {
  add(a: number, b: number): void
  /** Each pair once, in the order they were first met. */
  forEach(visit: (a: number, b: number, times: number) => void): void
}

const SLOTS_MIN = 1_024
/** Of the slots, before there are more. */
const LOAD_MAX = 0.5

/** For about so many pairs. */
export const newPairCounts = (expected: number): PairCounts => {
  // One more than the number of its pair; 0 for none.
  let slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(SLOTS_MIN, expected / LOAD_MAX))))
  const firsts = new IntList()
  const seconds = new IntList()
  const times = new IntList()
  const slotOf = (a: number, b: number): number => {
    const mask = slots.length - 1
    let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)
    // Numbers of neighbours differ in their low bits alone; without this they fill the table in clumps.
    hash ^= hash >>> 15
    let slot = hash & mask
    for (;;) {
      const pair = (slots[slot] ?? 0) - 1
      if (pair === -1 || (firsts.at(pair) === a && seconds.at(pair) === b)) return slot
      slot = (slot + 1) & mask
    }
  }
  const grow = (): void => {
    slots = new Int32Array(slots.length * 4)
    for (let pair = 0; pair < firsts.length; pair += 1) slots[slotOf(firsts.at(pair), seconds.at(pair))] = pair + 1
  }
  return {
    add: (one, other) => {
      const a = Math.min(one, other)
      const b = Math.max(one, other)
      const slot = slotOf(a, b)
      const pair = slots[slot] ?? 0
      if (pair !== 0) {
        times.increase(pair - 1)
        return
      }
      firsts.push(a)
      seconds.push(b)
      times.push(1)
      slots[slot] = firsts.length
      if (firsts.length > slots.length * LOAD_MAX) grow()
    },
    forEach: (visit) => {
      for (let pair = 0; pair < firsts.length; pair += 1) visit(firsts.at(pair), seconds.at(pair), times.at(pair))
    },
  }
}

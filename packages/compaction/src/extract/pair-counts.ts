/** How often two numbers came together: open addressing over plain arrays, as a session has hundreds of thousands of pairs. */

export type PairCounts = {
  add(a: number, b: number): void
  /** Each pair once, in the order they were first met. */
  forEach(visit: (a: number, b: number, times: number) => void): void
}

const SLOTS_MIN = 1_024
/** Of the slots, before there are more. */
const LOAD_MAX = 0.5

export const newPairCounts = (): PairCounts => {
  let slots = new Int32Array(SLOTS_MIN).fill(-1)
  const firsts: number[] = []
  const seconds: number[] = []
  const times: number[] = []
  const slotOf = (a: number, b: number): number => {
    const mask = slots.length - 1
    let slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) & mask
    for (;;) {
      const pair = slots[slot] ?? -1
      if (pair === -1 || (firsts[pair] === a && seconds[pair] === b)) return slot
      slot = (slot + 1) & mask
    }
  }
  const grow = (): void => {
    slots = new Int32Array(slots.length * 2).fill(-1)
    for (let pair = 0; pair < firsts.length; pair += 1) slots[slotOf(firsts[pair] ?? 0, seconds[pair] ?? 0)] = pair
  }
  return {
    add: (one, other) => {
      const [a, b] = one < other ? [one, other] : [other, one]
      const slot = slotOf(a, b)
      const pair = slots[slot] ?? -1
      if (pair !== -1) {
        times[pair] = (times[pair] ?? 0) + 1
        return
      }
      slots[slot] = firsts.length
      firsts.push(a)
      seconds.push(b)
      times.push(1)
      if (firsts.length > slots.length * LOAD_MAX) grow()
    },
    forEach: (visit) => {
      for (let pair = 0; pair < firsts.length; pair += 1) visit(firsts[pair] ?? 0, seconds[pair] ?? 0, times[pair] ?? 0)
    },
  }
}

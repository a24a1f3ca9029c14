/** Chance from a number: the same seed gives the same choices on every machine. */

export type Chance = {
  /** Uniform in [0, 1). */
  next(): number
  /** A whole number from 0, below `limit`. */
  below(limit: number): number
  /** True in this share of all cases. */
  is(share: number): boolean
  /** Of at least one. */
  pick<const Value>(from: readonly Value[]): Value
  /** Each value as often as its weight says. */
  weigh<Value>(from: readonly (readonly [number, Value])[]): Value
}

/** Mulberry32: small, fast, and good enough to pick what happens next. */
export const openChance = (seed: number): Chance => {
  let state = (seed ^ 0x9e3779b9) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    is: (share) => next() < share,
    pick: (from) => {
      const picked = from[below(from.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    weigh: (from) => {
      let left = next() * from.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of from) {
        left -= weight
        if (left < 0) return value
      }
      const last = from.at(-1)
      if (last === undefined) throw new Error('nothing to choose from')
      return last[1]
    },
  }
}

/**
 * Identifiers of one log as numbers, in order of appearance. A plan weighs each of them many times; numbers index arrays,
 * where names would be looked up.
 */
import type { History } from '../history/history.ts'
import type { FoundKey } from './keys.ts'

export type KeyTable = {
  /** How many identifiers are known. */
  size(): number
  /** A new identifier gets the next number. */
  numberOf(key: string): number
  /** Of all identifiers of a line, in their order. */
  numbersOf(keys: readonly FoundKey[]): readonly number[]
}

export const newKeyTable = (): KeyTable => {
  const numbers = new Map<string, number>()
  // Lists of keys are cached with their items and live as long.
  const known = new WeakMap<readonly FoundKey[], readonly number[]>()
  const numberOf = (key: string): number => {
    const number = numbers.get(key)
    if (number !== undefined) return number
    numbers.set(key, numbers.size)
    return numbers.size - 1
  }
  return {
    size: () => numbers.size,
    numberOf,
    numbersOf: (keys) => {
      if (keys.length === 0) return NONE
      const before = known.get(keys)
      if (before !== undefined) return before
      const made = keys.map(({ key }) => numberOf(key))
      known.set(keys, made)
      return made
    },
  }
}

const NONE: readonly number[] = []

const tables = new WeakMap<object, KeyTable>()

/** One table for every version of a log: a number stays what it is. */
export const keyTableOf = ({ shared }: History): KeyTable => {
  const table = tables.get(shared) ?? newKeyTable()
  tables.set(shared, table)
  return table
}

/**
 * Identifiers of one log as numbers, in order of appearance. A plan weighs each of them many times; numbers index arrays,
 * where names would be looked up.
 */
import type { History } from '../history/history.ts'
import type { FoundKey, KeyShape } from './keys.ts'

export type KeyTable = {
  /** How many identifiers are known. */
  size(): number
  /** `undefined` for one that no line has. */
  find(key: string): number | undefined
  /** A new identifier gets the next number. */
  numberOf(found: FoundKey): number
  /** How an identifier is written is in its letters: it never changes. */
  shapeOf(number: number): KeyShape
}

export const newKeyTable = (): KeyTable => {
  const numbers = new Map<string, number>()
  const shapes: KeyShape[] = []
  return {
    size: () => numbers.size,
    find: (key) => numbers.get(key),
    numberOf: ({ key, shape }) => {
      const number = numbers.get(key)
      if (number !== undefined) return number
      numbers.set(key, numbers.size)
      shapes.push(shape)
      return numbers.size - 1
    },
    shapeOf: (number) => shapes[number] ?? 'word',
  }
}

const tables = new WeakMap<object, KeyTable>()

/** One table for every version of a log: a number stays what it is. */
export const keyTableOf = ({ shared }: History): KeyTable => {
  const table = tables.get(shared) ?? newKeyTable()
  tables.set(shared, table)
  return table
}

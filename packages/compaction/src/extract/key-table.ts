/**
 * Identifiers of one log as numbers, in order of appearance. A plan weighs each of them many times; numbers index arrays,
 * where names would be looked up.
 */
import type { History } from '../history/history.ts'
import { IntList } from './int-list.ts'
import { type FoundKey, forEachToken, type KeyShape, keysOfToken } from './keys.ts'
import { Pieces } from './text-store.ts'
import { TextTable } from './text-table.ts'

const SHAPES: readonly KeyShape[] = ['path', 'name', 'word', 'flag', 'hash']

const SHAPE_BITS = 3
const SHAPE_MASK = 0b111

/** In place of the number of a token's key. */
const UNREAD = 0
const NO_KEY = 1
const MANY = 2
const FIRST = 3

export class KeyTable {
  /**
   * Identifiers, and the tokens they were read from, which mostly are the same: code says the same names again and again, and
   * each is read once. They are pieces of the log's own texts, and gone with it.
   */
  readonly #pieces = new Pieces()
  readonly #texts = new TextTable(this.#pieces)
  /** Of each text: its key as a token, and its shape as a key. */
  readonly #meanings = new IntList()
  /** Of the few tokens that have several. */
  readonly #many = new Map<number, readonly number[]>()

  /** Above every number of an identifier. */
  size(): number {
    return this.#texts.size
  }

  /** `undefined` for one that no line has. */
  find(key: string): number | undefined {
    return this.#texts.find(key)
  }

  /** How an identifier is written is in its letters: it never changes. */
  shapeOf(number: number): KeyShape {
    return SHAPES[this.#meanings.at(number) & SHAPE_MASK] ?? 'word'
  }

  /** What the next lines are pieces of. */
  readFrom(source: string): void {
    this.#pieces.readFrom(source)
  }

  /** The identifiers of a line, each once, in order of appearance. */
  numbersIn(line: string): readonly number[] {
    const numbers: number[] = []
    const add = (number: number): void => {
      if (!numbers.includes(number)) numbers.push(number)
    }
    forEachToken(line, (text) => {
      const token = this.#numberOf(text)
      const meaning = this.#meaningOf(token, text)
      if (meaning >= FIRST) add(meaning - FIRST)
      else if (meaning === MANY) for (const number of this.#many.get(token) ?? []) add(number)
    })
    return numbers
  }

  #numberOf(text: string): number {
    const { number, isNew } = this.#texts.numberOf(text)
    if (isNew) this.#meanings.push(UNREAD)
    return number
  }

  #meaningOf(token: number, text: string): number {
    const known = this.#meanings.at(token) >> SHAPE_BITS
    if (known !== UNREAD) return known
    const [first, ...more] = keysOfToken(text).map((found) => this.#keyNumber(found))
    if (first !== undefined && more.length > 0) this.#many.set(token, [first, ...more])
    const meaning = first === undefined ? NO_KEY : more.length > 0 ? MANY : first + FIRST
    this.#meanings.set(token, (meaning << SHAPE_BITS) | (this.#meanings.at(token) & SHAPE_MASK))
    return meaning
  }

  #keyNumber({ key, shape }: FoundKey): number {
    const number = this.#numberOf(key)
    this.#meanings.set(number, (this.#meanings.at(number) & ~SHAPE_MASK) | SHAPES.indexOf(shape))
    return number
  }
}

const tables = new WeakMap<object, KeyTable>()

/** One table for every version of a log: a number stays what it is. */
export const keyTableOf = ({ shared }: History): KeyTable => {
  const table = tables.get(shared) ?? new KeyTable()
  tables.set(shared, table)
  return table
}

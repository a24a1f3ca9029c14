/**
 * Whole numbers from 0 on that only grow in number: two bytes each while they are small and four from then on, where an array
 * of numbers takes eight and a list of lists a hundred.
 */

const ROOM_MIN = 64

/** What is not filled is memory too. */
const GROWTH = 1.2

const SMALL_MAX = 0xffff

export class IntList {
  #values: Uint16Array | Int32Array = new Uint16Array(ROOM_MIN)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    const isFull = this.#length === this.#values.length
    if (isFull || this.#isTooLarge(value)) this.#widen(value, isFull)
    this.#values[this.#length] = value
    this.#length += 1
  }

  /** 0 beyond the end. */
  at(index: number): number {
    return this.#values[index] ?? 0
  }

  /** In place of a number that is there. */
  set(index: number, value: number): void {
    if (this.#isTooLarge(value)) this.#widen(value, false)
    this.#values[index] = value
  }

  increase(index: number): void {
    this.set(index, this.at(index) + 1)
  }

  #isTooLarge(value: number): boolean {
    return value > SMALL_MAX && this.#values instanceof Uint16Array
  }

  #widen(value: number, isFull: boolean): void {
    const room = isFull ? Math.ceil(this.#length * GROWTH) : this.#values.length
    const isSmall = this.#values instanceof Uint16Array && value <= SMALL_MAX
    const wider = isSmall ? new Uint16Array(room) : new Int32Array(room)
    wider.set(this.#values)
    this.#values = wider
  }
}

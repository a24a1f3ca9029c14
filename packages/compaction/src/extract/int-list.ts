/** Whole numbers that only grow in number: four bytes each, where an array of numbers takes eight and a list of lists a hundred. */

const ROOM_MIN = 64

/** What is not filled is memory too. */
const GROWTH = 1.2

export class IntList {
  #values = new Int32Array(ROOM_MIN)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = new Int32Array(Math.ceil(this.#length * GROWTH))
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.#length] = value
    this.#length += 1
  }

  /** 0 beyond the end. */
  at(index: number): number {
    return this.#values[index] ?? 0
  }

  set(index: number, value: number): void {
    this.#values[index] = value
  }

  increase(index: number): void {
    this.#values[index] = this.at(index) + 1
  }
}

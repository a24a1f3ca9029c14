/** Lines by score, the highest first and of equal ones the later: a heap over their indexes. */

export class Candidates {
  readonly #scores: Float64Array
  readonly #heap: Int32Array
  #size = 0

  constructor(count: number) {
    this.#scores = new Float64Array(count)
    this.#heap = new Int32Array(count)
  }

  /** Before {@link order}: one more line. */
  offer(index: number, score: number): void {
    this.#scores[index] = score
    this.#heap[this.#size] = index
    this.#size += 1
  }

  order(): void {
    for (let place = (this.#size >> 1) - 1; place >= 0; place -= 1) this.#sink(place)
  }

  /** The first line; -1 where there is none. */
  pop(): number {
    if (this.#size === 0) return -1
    const top = this.#heap[0] ?? -1
    this.#size -= 1
    this.#heap[0] = this.#heap[this.#size] ?? -1
    this.#sink(0)
    return top
  }

  /** Would a line of this score come first? */
  isBeforeTop(index: number, score: number): boolean {
    if (this.#size === 0) return true
    const top = this.#heap[0] ?? 0
    const topScore = this.#scores[top] ?? 0
    return score > topScore || (score === topScore && index > top)
  }

  putBack(index: number, score: number): void {
    this.#scores[index] = score
    let place = this.#size
    this.#size += 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = this.#heap[parent] ?? 0
      if (this.#isBefore(above, index)) break
      this.#heap[place] = above
      place = parent
    }
    this.#heap[place] = index
  }

  /** All lines that have to go, where it pays: the work is that of a few pops for each line that is left. */
  dropMany(isGone: (index: number) => boolean): void {
    let kept = 0
    for (let place = 0; place < this.#size; place += 1) {
      const index = this.#heap[place] ?? 0
      if (isGone(index)) continue
      this.#heap[kept] = index
      kept += 1
    }
    this.#size = kept
    this.order()
  }

  #isBefore(a: number, b: number): boolean {
    const one = this.#scores[a] ?? 0
    const other = this.#scores[b] ?? 0
    return one > other || (one === other && a > b)
  }

  #sink(from: number): void {
    const heap = this.#heap
    const sunk = heap[from] ?? 0
    let place = from
    for (;;) {
      const left = 2 * place + 1
      if (left >= this.#size) break
      const right = left + 1
      const child = right < this.#size && this.#isBefore(heap[right] ?? 0, heap[left] ?? 0) ? right : left
      if (!this.#isBefore(heap[child] ?? 0, sunk)) break
      heap[place] = heap[child] ?? 0
      place = child
    }
    heap[place] = sunk
  }
}

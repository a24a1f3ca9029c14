/**
 * Which identifiers keep company: for each the few it most often shares a line with. A name alone says little; a line
 * that shows it beside its usual company says what it is.
 */
import { newPairCounts } from './pair-counts.ts'
import type { Unit } from './units.ts'

const COMPANIONS = 3

/** A line of many names is a list: its neighbours say nothing of each other. */
const KEYS_MAX = 12

const NOBODY = -1

/** For each identifier the most frequent of those it shares lines with, most frequent first. */
export class Company {
  /** {@link COMPANIONS} places for each number. */
  readonly #others: Int32Array
  readonly #times: Int32Array

  constructor(keyCount: number) {
    this.#others = new Int32Array(keyCount * COMPANIONS).fill(NOBODY)
    this.#times = new Int32Array(keyCount * COMPANIONS)
  }

  /** Of equal counts the one met first. */
  note(key: number, other: number, times: number): void {
    const first = key * COMPANIONS
    let place = first + COMPANIONS
    while (place > first && (this.#times[place - 1] ?? 0) < times) {
      place -= 1
      // What stood last gives way.
      if (place + 1 < first + COMPANIONS) {
        this.#others[place + 1] = this.#others[place] ?? NOBODY
        this.#times[place + 1] = this.#times[place] ?? 0
      }
    }
    if (place === first + COMPANIONS) return
    this.#others[place] = other
    this.#times[place] = times
  }

  of(key: number): readonly number[] {
    const first = key * COMPANIONS
    return [...this.#others.subarray(first, first + COMPANIONS)].filter((other) => other !== NOBODY)
  }

  /** Does one of its companions stand among these? */
  isAmong(key: number, numbers: readonly number[]): boolean {
    const first = key * COMPANIONS
    for (let place = first; place < first + COMPANIONS; place += 1) {
      const other = this.#others[place] ?? NOBODY
      if (other === NOBODY) return false
      if (numbers.includes(other)) return true
    }
    return false
  }
}

export const companyOf = (units: readonly Unit[], keyCount: number): Company => {
  const counts = newPairCounts(units.length)
  for (const { numbers } of units) {
    const length = numbers.length
    if (length < 2 || length > KEYS_MAX) continue
    for (let at = 0; at < length; at += 1)
      for (let next = at + 1; next < length; next += 1) counts.add(numbers[at] ?? 0, numbers[next] ?? 0)
  }
  const company = new Company(keyCount)
  counts.forEach((a, b, times) => {
    company.note(a, b, times)
    company.note(b, a, times)
  })
  return company
}

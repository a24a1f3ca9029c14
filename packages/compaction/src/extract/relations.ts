/**
 * Which identifiers keep company: for each the few it most often shares a line with. A name alone says little; a line
 * that shows it beside its usual company says what it is.
 */
import type { Unit } from './units.ts'

/** For each identifier that shares lines with others, the most frequent of them, most frequent first. */
export type Company = ReadonlyMap<string, readonly string[]>

const COMPANIONS = 3

/** A line of many names is a list: its neighbours say nothing of each other. */
const KEYS_MAX = 12

export const companyOf = (units: readonly Unit[]): Company => {
  const counts = new Map<string, Map<string, number>>()
  for (const { keys } of units) {
    if (keys.length < 2 || keys.length > KEYS_MAX) continue
    for (const [at, { key: a }] of keys.entries()) {
      for (let next = at + 1; next < keys.length; next += 1) {
        const b = keys[next]?.key
        if (b === undefined) continue
        count(counts, a, b)
        count(counts, b, a)
      }
    }
  }
  const company = new Map<string, readonly string[]>()
  for (const [key, others] of counts) company.set(key, mostFrequent(others))
  return company
}

const count = (counts: Map<string, Map<string, number>>, key: string, other: string): void => {
  let known = counts.get(key)
  if (known === undefined) {
    known = new Map()
    counts.set(key, known)
  }
  known.set(other, (known.get(other) ?? 0) + 1)
}

/** Of equal counts the one met first. */
const mostFrequent = (others: ReadonlyMap<string, number>): readonly string[] =>
  others.size <= COMPANIONS
    ? [...others.keys()]
    : [...others]
        .sort(([, a], [, b]) => b - a)
        .slice(0, COMPANIONS)
        .map(([key]) => key)

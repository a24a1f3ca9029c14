/**
 * Which identifiers keep company: for each the few it most often shares a line with. A name alone says little; a line
 * that shows it beside its usual company says what it is.
 */
import { newPairCounts } from './pair-counts.ts'
import type { Unit } from './units.ts'

/** By number of an identifier: the most frequent of those it shares lines with, most frequent first. Sparse. */
export type Company = readonly (readonly number[] | undefined)[]

const COMPANIONS = 3

/** A line of many names is a list: its neighbours say nothing of each other. */
const KEYS_MAX = 12

export const companyOf = (units: readonly Unit[]): Company => {
  const counts = newPairCounts()
  for (const { numbers } of units) {
    if (numbers.length < 2 || numbers.length > KEYS_MAX) continue
    for (let at = 0; at < numbers.length; at += 1)
      for (let next = at + 1; next < numbers.length; next += 1) counts.add(numbers[at] ?? 0, numbers[next] ?? 0)
  }
  const best: (Best | undefined)[] = []
  const note = (key: number, other: number, times: number): void => {
    const known = best[key]
    if (known === undefined) best[key] = { others: [other], times: [times] }
    else insert(known, other, times)
  }
  counts.forEach((a, b, times) => {
    note(a, b, times)
    note(b, a, times)
  })
  return best.map((known) => known?.others)
}

type Best = { readonly others: number[]; readonly times: number[] }

/** Of equal counts the one met first. */
const insert = ({ others, times }: Best, other: number, count: number): void => {
  let place = times.length
  while (place > 0 && (times[place - 1] ?? 0) < count) place -= 1
  if (place >= COMPANIONS) return
  others.splice(place, 0, other)
  times.splice(place, 0, count)
  if (others.length > COMPANIONS) {
    others.pop()
    times.pop()
  }
}

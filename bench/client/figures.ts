// What is said of a row of times.
import { median } from '../rounds.ts'

export type Figures = { readonly n: number; readonly median: number; readonly p95: number; readonly range: string }

export const figuresOf = (values: readonly number[]): Figures => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { n: sorted.length, median: median(sorted), p95: at(0.95), range: `${at(0).toFixed(1)}…${at(1).toFixed(1)}` }
}

export const lineOf = (name: string, { n, median: middle, p95, range }: Figures): string =>
  `${name}: median ${middle.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (${range}, n = ${n})`

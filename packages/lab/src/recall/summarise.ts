/** Rows to figures: means over cuts with intervals, paired differences, areas under the curve. */
import { type Estimate, estimate, estimateShare, type Sample, signFlip } from './bootstrap.ts'
import type { Row } from './examine.ts'

export const shareOf = (row: Row, metric: string): number | null => {
  const score = row.scores[metric]
  return score === undefined || score.total === 0 ? null : score.hits / score.total
}

/** Macro average: every cut counts the same, however many probes it has. */
export const samplesOf = (rows: readonly Row[], metric: string): readonly Sample[] =>
  rows.flatMap((row) => {
    const value = shareOf(row, metric)
    return value === null ? [] : [{ session: row.session, value }]
  })

export const figure = (rows: readonly Row[], metric: string): Estimate | null => estimateShare(samplesOf(rows, metric))

export const rowsOf = (rows: readonly Row[], arm: string, budgetTokens?: number): readonly Row[] =>
  rows.filter((row) => row.arm === arm && (budgetTokens === undefined || row.budgetTokens === budgetTokens))

export type Difference = Estimate & { readonly p: number }

/** The first minus the second, at the same cuts and the same budgets. */
export const difference = (first: readonly Row[], second: readonly Row[], metric: string): Difference | null => {
  const others = new Map(second.map((row) => [`${row.cut} ${row.budgetTokens}`, row]))
  const samples = first.flatMap((row): readonly Sample[] => {
    const other = others.get(`${row.cut} ${row.budgetTokens}`)
    const [a, b] = [shareOf(row, metric), other === undefined ? null : shareOf(other, metric)]
    return a === null || b === null ? [] : [{ session: row.session, value: a - b }]
  })
  const mean = estimate(samples)
  return mean === null ? null : { ...mean, p: signFlip(samples) }
}

/** Mean of the trapezoids over the logarithm of the budget, so that each doubling counts the same. */
export const areaUnder = (points: readonly { readonly budgetTokens: number; readonly value: number }[]): number => {
  const sorted = points.toSorted((a, b) => a.budgetTokens - b.budgetTokens)
  let area = 0
  let width = 0
  for (const [at, point] of sorted.entries()) {
    const next = sorted[at + 1]
    if (next === undefined) continue
    const step = Math.log2(next.budgetTokens / point.budgetTokens)
    area += (step * (point.value + next.value)) / 2
    width += step
  }
  return width === 0 ? (sorted[0]?.value ?? 0) : area / width
}

/** The area of each cut, as samples: budgets of one cut are one figure. */
export const areaSamples = (rows: readonly Row[], metric: string): readonly Sample[] => {
  const cuts = Map.groupBy(rows, ({ cut }) => cut)
  return [...cuts.values()].flatMap((rowsOfCut): readonly Sample[] => {
    const points = rowsOfCut.flatMap((row) => {
      const value = shareOf(row, metric)
      return value === null ? [] : [{ budgetTokens: row.budgetTokens, value }]
    })
    const [first] = rowsOfCut
    return first === undefined || points.length === 0 ? [] : [{ session: first.session, value: areaUnder(points) }]
  })
}

/** Geometric, so that no part can be traded away. */
export const composite = (parts: readonly number[]): number =>
  parts.length === 0 ? 0 : Math.exp(parts.reduce((sum, part) => sum + Math.log(Math.max(part, 1e-9)), 0) / parts.length)

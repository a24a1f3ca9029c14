/** Rows as text that may be committed: ids and numbers, no word of any session. */
import type { Row } from './examine.ts'

/** One line a row, in an order of its own; metrics that were asked, as hits of total, and a hash of the single answers. */
export const goldenLines = (rows: readonly Row[]): readonly string[] =>
  rows
    .map((row) => {
      const scores = Object.entries(row.scores)
        .map(([metric, { hits, total }]) => `${metric.replaceAll(' ', '_')}=${hits}/${total}`)
        .sort()
      const place = [row.track, row.cut, row.arm.replaceAll(' ', '_'), row.budgetTokens, row.tokens]
      return [...place, row.answersHash.toString(36), ...scores].join(' ')
    })
    .sort()

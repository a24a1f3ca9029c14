/** Rows as text that may be committed: ids and numbers, no word of any session. */
import type { Row } from './examine.ts'

/** What is told in clear; the hash holds every single answer. */
const TOLD: readonly (readonly [letter: string, metric: string])[] = [
  ['p', 'future.pair'],
  ['r', 'future.relation'],
  ['e', 'future.entity'],
]

/** One line a row, in an order of its own: track, cut, arm, budget, tokens, hash of the answers, hits of total. */
export const goldenLines = (rows: readonly Row[]): readonly string[] =>
  rows
    .map((row) => {
      const scores = TOLD.flatMap(([letter, metric]) => {
        const score = row.scores[metric]
        return score === undefined ? [] : [`${letter}${score.hits}/${score.total}`]
      })
      const place = [row.track, row.cut, row.arm.replaceAll(' ', '_'), row.budgetTokens, row.tokens]
      return [...place, row.answersHash.toString(36), ...scores].join(' ')
    })
    .sort()

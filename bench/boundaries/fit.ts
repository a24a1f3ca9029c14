// How much each sign of a last message should count: a logistic fit with a small penalty, judged by leaving sessions out.
import { countsOf } from './judge.ts'

export type Row = { readonly session: string; readonly signs: ReadonlySet<string>; readonly wanted: boolean }

export type Weights = ReadonlyMap<string, number>

const STEPS = 1_500
const STEP = 1
/** Of a weight's square, per row: with two hundred rows it keeps rare signs small. */
const PENALTY = 0.5

/** Every row holds a sign that is always there where a constant is wanted: it is penalised as the others are not. */
export const fitWeights = (rows: readonly Row[], names: readonly string[], constant: string): Weights => {
  const weights = new Map(names.map((name) => [name, 0]))
  for (let step = 0; step < STEPS; step += 1) {
    const slope = new Map(names.map((name) => [name, name === constant ? 0 : PENALTY * (weights.get(name) ?? 0)]))
    for (const { signs, wanted } of rows) {
      const miss = 1 / (1 + Math.exp(-score(signs, weights))) - (wanted ? 1 : 0)
      for (const name of names) if (signs.has(name)) slope.set(name, (slope.get(name) ?? 0) + miss)
    }
    for (const name of names)
      weights.set(name, (weights.get(name) ?? 0) - (STEP * (slope.get(name) ?? 0)) / rows.length)
  }
  return weights
}

export const score = (signs: ReadonlySet<string>, weights: Weights): number =>
  [...weights].reduce((sum, [name, weight]) => (signs.has(name) ? sum + weight : sum), 0)

export type Scored = { readonly score: number; readonly wanted: boolean }

const FOLDS = 11

/** Each row judged by weights that were fitted without its session. */
export const crossed = (rows: readonly Row[], names: readonly string[], constant: string): readonly Scored[] => {
  const sessions = [...new Set(rows.map(({ session }) => session))].sort()
  const foldOf = new Map(sessions.map((session, at) => [session, at % FOLDS]))
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const [out, rest] = [true, false].map((isOut) =>
      rows.filter(({ session }) => (foldOf.get(session) === fold) === isOut),
    )
    if (out === undefined || rest === undefined || out.length === 0) return []
    const weights = fitWeights(rest, names, constant)
    return out.map(({ signs, wanted }) => ({ score: score(signs, weights), wanted }))
  })
}

export type Wish = { readonly precision: number; readonly recall: number }

/** In tenths: where the lesser of the two margins over what is wanted is largest. */
export const thresholdOf = (scored: readonly Scored[], wish: Wish): number => {
  const tenths = Array.from({ length: 61 }, (_, at) => at - 20)
  const margin = (at: number): number => {
    const { precision, recall } = sharesAt(scored, at / 10)
    return Math.min(precision - wish.precision, recall - wish.recall)
  }
  return tenths.reduce((best, at) => (margin(at) > margin(best) ? at : best))
}

export const sharesAt = (scored: readonly Scored[], threshold: number): Wish => {
  const { hits, found, wanted } = countsOf(scored.map((one) => ({ said: one.score >= threshold, wanted: one.wanted })))
  return { precision: found === 0 ? 0 : hits / found, recall: wanted === 0 ? 0 : hits / wanted }
}

/**
 * Intervals by resampling whole sessions: cuts of one session are not independent, so a session is drawn or not drawn. The
 * generator is seeded, so the interval is a function of the figures.
 */
import { type Random, seededRandom } from './random.ts'

/** A figure of one cut and the session it belongs to. */
export type Sample = { readonly session: string; readonly value: number }

export type Estimate = {
  readonly mean: number
  readonly low: number
  readonly high: number
  /** Cuts, and sessions. */
  readonly n: number
  readonly sessions: number
}

const DRAWS = 10_000
const SEED = 'recall'

/** The mean over cuts with a 95 % percentile interval; `null` without a sample. */
export const estimate = (samples: readonly Sample[], draws: number = DRAWS): Estimate | null => {
  if (samples.length === 0) return null
  const clusters = clustersOf(samples)
  const random = seededRandom(SEED)
  const means = Array.from({ length: draws }, () => resampledMean(clusters, random)).sort((a, b) => a - b)
  const at = (share: number): number => means[Math.min(draws - 1, Math.floor(share * draws))] ?? Number.NaN
  const mean = samples.reduce((sum, { value }) => sum + value, 0) / samples.length
  return { mean, low: at(0.025), high: at(0.975), n: samples.length, sessions: clusters.length }
}

/**
 * {@link estimate} for shares, which lie in [0, 1]. Where every cut has the same extreme share a resample shows nothing but that
 * share; there the open end is the exact (Clopper-Pearson) bound on how many sessions may differ, each by as much as it can.
 */
export const estimateShare = (samples: readonly Sample[], draws: number = DRAWS): Estimate | null => {
  const found = estimate(samples, draws)
  if (found === null || found.low !== found.high) return found
  const least = 0.025 ** (1 / found.sessions)
  if (found.mean === 1) return { ...found, low: least }
  return found.mean === 0 ? { ...found, high: 1 - least } : found
}

type Cluster = { readonly sum: number; readonly count: number }

const clustersOf = (samples: readonly Sample[]): readonly Cluster[] => {
  const clusters = new Map<string, { sum: number; count: number }>()
  for (const { session, value } of samples) {
    const cluster = clusters.get(session) ?? { sum: 0, count: 0 }
    cluster.sum += value
    cluster.count += 1
    clusters.set(session, cluster)
  }
  return [...clusters.values()]
}

const resampledMean = (clusters: readonly Cluster[], random: Random): number => {
  let sum = 0
  let count = 0
  for (let drawn = 0; drawn < clusters.length; drawn += 1) {
    const cluster = clusters[Math.floor(random() * clusters.length)]
    sum += cluster?.sum ?? 0
    count += cluster?.count ?? 0
  }
  return sum / count
}

/** Sign flips of whole sessions: the share of flips that give a mean difference as far from zero. Two-sided. */
export const signFlip = (differences: readonly Sample[], draws: number = DRAWS): number => {
  const clusters = clustersOf(differences)
  const observed = Math.abs(clusters.reduce((sum, cluster) => sum + cluster.sum, 0))
  const random = seededRandom(SEED)
  let extreme = 0
  for (let drawn = 0; drawn < draws; drawn += 1) {
    let sum = 0
    for (const cluster of clusters) sum += random() < 0.5 ? cluster.sum : -cluster.sum
    if (Math.abs(sum) >= observed - 1e-12) extreme += 1
  }
  return (extreme + 1) / (draws + 1)
}

/** Holm's correction: each p as it stands among the others. */
export const holm = (ps: readonly number[]): readonly number[] => {
  const order = ps.map((p, at) => ({ p, at })).toSorted((a, b) => a.p - b.p)
  const corrected = ps.map(() => 1)
  let running = 0
  for (const [rank, { p, at }] of order.entries()) {
    running = Math.max(running, Math.min(1, p * (ps.length - rank)))
    corrected[at] = running
  }
  return corrected
}

// Figures of runs: medians and how sure they are, and what the mock model's own log of requests tells.

export const median = (values: readonly (number | undefined)[]): number => {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * Two of the values between which the true median lies in at least 95 of 100 such samples: no matter how they are spread,
 * each value is below it with a chance of one half. `null`: too few values to say (fewer than six).
 */
export const medianInterval = (values: readonly number[]): readonly [number, number] | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const n = sorted.length
  let below = 0.5 ** n
  if (below > 0.025) return null
  let cut = 0
  for (let chance = below; ; cut += 1) {
    chance *= (n - cut) / (cut + 1)
    if (below + chance > 0.025) break
    below += chance
  }
  return [sorted[cut] ?? Number.NaN, sorted[n - 1 - cut] ?? Number.NaN]
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** One request as the mock model noted it. */
type Noted = {
  readonly kind: string
  readonly t: number
  readonly tEnd: number
  readonly bytes: number
  readonly prefixBytes: number
  readonly promptBytes: number
}

/** A round is the time from the end of one answer to the arrival of the next request. */
export const roundFigures = (log: readonly Noted[]): Record<string, number | undefined> => {
  const asked = log.filter(({ kind }) => kind === 'main')
  const gaps = asked.slice(1).map(({ t }, index) => t - (asked[index]?.tEnd ?? Number.NaN))
  const sorted = gaps.toSorted((a, b) => a - b)
  const later = asked.slice(1)
  return {
    rounds: gaps.length,
    roundMs: median(gaps),
    roundP95Ms: sorted[Math.floor(sorted.length * 0.95)],
    firstBytes: asked[0]?.bytes,
    sentBytes: sum(log.map(({ bytes }) => bytes)),
    // Prompt bytes that repeat the start of the prompt before: what a provider's cache could serve.
    cacheable: sum(later.map(({ prefixBytes }) => prefixBytes)) / sum(later.map(({ promptBytes }) => promptBytes)),
  }
}

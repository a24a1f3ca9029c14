// Figures of one run, from the mock model's own log of the requests it got.

export const median = (values) => {
  const sorted = values.filter((value) => typeof value === 'number').sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

const sum = (values) => values.reduce((total, value) => total + value, 0)

/** A round is the time from the end of one answer to the arrival of the next request. */
export const roundFigures = (log) => {
  const asked = log.filter(({ kind }) => kind === 'main')
  const gaps = asked.slice(1).map(({ t }, index) => t - asked[index].tEnd)
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

/** The one line a person reads when a compaction is done. */
import type { CompactionReport, Tokens } from '@rawr/protocol'

/** `Compaction complete: ~42k → ~11k tokens; kept 12; archived 98; headroom 2,048`. */
export const completionLine = (report: CompactionReport): string => {
  const mark = report.estimate === 'divisors' ? '~' : ''
  const figures = `${mark}${rounded(report.tokens_before)} → ${mark}${rounded(report.tokens_after)} tokens`
  const counts = [
    `kept ${grouped(report.kept)}`,
    ...(report.cleared > 0 ? [`cleared ${grouped(report.cleared)}`] : []),
    `archived ${grouped(report.archived)}`,
  ]
  return `Compaction complete: ${figures}; ${counts.join('; ')}; headroom ${grouped(report.headroom)}`
}

/** Whole thousands from 10,000 on, one decimal from 1,000 on, and below the figure itself. */
const rounded = (tokens: Tokens): string => {
  if (tokens >= 10_000) return `${Math.round(tokens / 1_000)}k`
  if (tokens >= 1_000) return `${Math.round(tokens / 100) / 10}k`
  return String(tokens)
}

const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** The one line a person reads when a compaction is done. */
import { roundTokens } from '@rawr/policy'
import type { CompactionReport } from '@rawr/protocol'

/** `Compaction complete: ~42k → ~11k tokens; kept 12; archived 98; headroom 2,048`. */
export const completionLine = (report: CompactionReport): string => {
  const mark = report.estimate === 'divisors' ? '~' : ''
  const figures = `${mark}${roundTokens(report.tokens_before)} → ${mark}${roundTokens(report.tokens_after)} tokens`
  const counts = [
    `kept ${grouped(report.kept)}`,
    ...(report.cleared > 0 ? [`cleared ${grouped(report.cleared)}`] : []),
    `archived ${grouped(report.archived)}`,
  ]
  return `Compaction complete: ${figures}; ${counts.join('; ')}; headroom ${grouped(report.headroom)}`
}

const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')

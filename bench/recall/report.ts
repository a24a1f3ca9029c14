// What a run says: Markdown tables, a picture, and the comparisons that were named before the run.
import {
  areaSamples,
  budgetTable,
  type Curve,
  curveSvg,
  difference,
  estimate,
  figure,
  figureText,
  metricTable,
  type Row,
} from '@rawr/lab/recall'
import { publishedText } from './published.ts'

/** The primary figure at recorded compactions: what stands out by structure, stated in a line that says something of it. */
const PRIMARY_RECORDED = 'salient.statement'

/** The primary figure of the future: pairs the agent used next, stated in a line that says something of both. */
export const PRIMARY = 'future.pair'

const RECORDED = 'recorded summary'

const AT_RECORDED = [
  PRIMARY_RECORDED,
  PRIMARY,
  `${PRIMARY}.far`,
  'future.entity~',
  'future.entity.far~',
  'future.relation',
  'salient.relation',
  'edited~',
  'read~',
  'symbols~',
  'errors~',
  'user~',
  'constraints',
  'constraints.lenient',
  'order',
  'invented',
  'verbatim lines',
  'decoys',
] as const

const OVER_BUDGETS = [PRIMARY, 'future.entity~', 'future.entity.far~', 'future.relation', 'decoys'] as const

const BY_TRACK: Readonly<Record<string, readonly string[]>> = {
  L: ['edited', 'read', 'symbols', 'errors', 'user', 'salient.statement', 'constraints', 'order'],
  U: ['values', 'stale', 'contradiction'],
  P: ['rules.verbatim', 'rules.told', 'pin.verbatim'],
  X: ['rules.verbatim', 'rules.told', 'pin.verbatim', 'forged'],
  I: ['idempotent', 'stable', 'deterministic'],
  V: ['damage found', 'false alarms'],
}

export const reportText = (rows: readonly Row[]): string => {
  const arms = [...new Set(rows.map(({ arm }) => arm))]
  const of = (track: string): readonly Row[] => rows.filter((row) => row.track === track)
  const parts: string[] = []
  if (of('R').length > 0) {
    parts.push(
      '## Track R: at the tokens of the recorded summary',
      metricTable({ rows: of('R'), arms, metrics: AT_RECORDED }),
    )
    parts.push('### Arm minus recorded summary', againstRecorded(of('R'), arms))
  }
  if (of('F').length > 0) {
    parts.push('## Track F: what the agent used next')
    for (const metric of OVER_BUDGETS) parts.push(`### ${metric}`, budgetTable({ rows: of('F'), arms, metric }))
    parts.push('### Area under the curve', areaTable(of('F'), arms))
  }
  for (const [track, metrics] of Object.entries(BY_TRACK))
    if (of(track).length > 0) parts.push(`## Track ${track}`, metricTable({ rows: of(track), arms, metrics }))
  const drift = rows.filter(({ track }) => /^D\d/.test(track))
  if (drift.length > 0) parts.push('## Track D: after so many compactions', driftTable(drift, arms))
  if (of('R').length > 0 || of('F').length > 0) parts.push('## The published figures', publishedText(rows))
  return `${parts.join('\n\n')}\n`
}

const againstRecorded = (rows: readonly Row[], arms: readonly string[]): string => {
  const own = (arm: string): readonly Row[] => rows.filter((row) => row.arm === arm)
  const metrics = [PRIMARY_RECORDED, PRIMARY, 'future.relation', 'salient.relation', 'constraints'] as const
  const lines = arms
    .filter((arm) => arm !== RECORDED)
    .map((arm) => {
      const cells = metrics.map((metric) => {
        const found = difference(own(arm), own(RECORDED), metric)
        return found === null ? '–' : `${figureText(found)}, p ${found.p.toFixed(3)}`
      })
      return `| ${arm} | ${cells.join(' | ')} |`
    })
  return [`| Arm | ${metrics.join(' | ')} |`, `|---|${metrics.map(() => '---').join('|')}|`, ...lines].join('\n')
}

const areaTable = (rows: readonly Row[], arms: readonly string[]): string => {
  const metrics = [PRIMARY, 'future.entity~', 'future.relation'] as const
  const lines = arms.flatMap((arm) => {
    const own = rows.filter((row) => row.arm === arm)
    return own.length === 0
      ? []
      : [`| ${arm} | ${metrics.map((metric) => figureText(estimate(areaSamples(own, metric)))).join(' | ')} |`]
  })
  return [`| Arm | ${metrics.join(' | ')} |`, `|---|${metrics.map(() => '---').join('|')}|`, ...lines].join('\n')
}

const driftTable = (rows: readonly Row[], arms: readonly string[]): string => {
  const tracks = [...new Set(rows.map(({ track }) => track))].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
  const metrics = ['future.entity', 'future.entity.far', PRIMARY] as const
  const lines = arms.flatMap((arm) =>
    metrics.flatMap((metric) => {
      const own = rows.filter((row) => row.arm === arm)
      if (own.length === 0) return []
      const cells = tracks.map((track) =>
        figureText(
          figure(
            own.filter((row) => row.track === track),
            metric,
          ),
        ),
      )
      return [`| ${arm} | ${metric} | ${cells.join(' | ')} |`]
    }),
  )
  return [
    `| Arm | metric | ${tracks.map((track) => track.slice(1)).join(' | ')} |`,
    `|---|---|${tracks.map(() => '---').join('|')}|`,
    ...lines,
  ].join('\n')
}

export const picture = (rows: readonly Row[], metric: string): string => {
  const future = rows.filter(({ track }) => track === 'F')
  const curves = [...new Set(future.map(({ arm }) => arm))].flatMap((arm): readonly Curve[] => {
    const own = future.filter((row) => row.arm === arm)
    const budgets = [...new Set(own.map((row) => row.budgetTokens))].sort((a, b) => a - b)
    const points = budgets.flatMap((budgetTokens) => {
      const found = figure(
        own.filter((row) => row.budgetTokens === budgetTokens),
        metric,
      )
      return found === null ? [] : [{ budgetTokens, value: found.mean }]
    })
    return points.length < 2 ? [] : [{ name: arm, points }]
  })
  return curveSvg(`${metric}: recall against budget`, curves)
}

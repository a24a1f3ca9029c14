/** Figures as a Markdown table: an arm a line, a metric a column, each with its interval and how many cuts and sessions stand behind it. */
import type { Estimate } from './bootstrap.ts'
import type { Row } from './examine.ts'
import { figure } from './summarise.ts'

export type TableOptions = {
  readonly rows: readonly Row[]
  readonly arms: readonly string[]
  readonly metrics: readonly string[]
}

export const figureText = (found: Estimate | null): string =>
  found === null ? '–' : `${short(found.mean)} [${short(found.low)}, ${short(found.high)}]`

/** Without the zero in front: the figures are shares. */
export const short = (value: number): string => {
  const text = value.toFixed(3)
  return text.startsWith('0.') ? text.slice(1) : text.startsWith('-0.') ? `-${text.slice(2)}` : text
}

export const metricTable = ({ rows, arms, metrics }: TableOptions): string => {
  const sizes = metrics.map((metric) => sizeOf(rows, metric))
  const lines = arms.flatMap((arm) => {
    const own = rows.filter((row) => row.arm === arm)
    if (own.length === 0) return []
    const tokens = Math.round(own.reduce((sum, row) => sum + row.tokens, 0) / own.length)
    return [`| ${arm} | ${tokens} | ${metrics.map((metric) => figureText(figure(own, metric))).join(' | ')} |`]
  })
  return [
    `| Arm | tokens | ${metrics.map((metric, at) => `${metric} (n = ${sizes[at]})`).join(' | ')} |`,
    `|---|---|${metrics.map(() => '---').join('|')}|`,
    ...lines,
  ].join('\n')
}

const sizeOf = (rows: readonly Row[], metric: string): number =>
  new Set(rows.flatMap((row) => ((row.scores[metric]?.total ?? 0) > 0 ? [row.cut] : []))).size

/** One metric, a budget a column. */
export const budgetTable = ({
  rows,
  arms,
  metric,
}: Omit<TableOptions, 'metrics'> & { readonly metric: string }): string => {
  const budgets = [...new Set(rows.map((row) => row.budgetTokens))].sort((a, b) => a - b)
  const lines = arms.flatMap((arm) => {
    const own = rows.filter((row) => row.arm === arm)
    if (own.length === 0) return []
    const cells = budgets.map((budget) =>
      figureText(
        figure(
          own.filter((row) => row.budgetTokens === budget),
          metric,
        ),
      ),
    )
    return [`| ${arm} | ${cells.join(' | ')} |`]
  })
  return [
    `| Arm | ${budgets.map((budget) => `${budget / 1_000}k`).join(' | ')} |`,
    `|---|${budgets.map(() => '---').join('|')}|`,
    ...lines,
  ].join('\n')
}

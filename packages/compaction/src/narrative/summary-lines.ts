/** A snapshot of schema `summary_v1` as short lines: braces and field names cost tokens. */
import type { SummaryV1 } from '@rawr/protocol'

export const summaryLines = (summary: SummaryV1): readonly string[] => {
  const each = (title: string, texts: readonly string[]): readonly string[] => texts.map((text) => `${title}: ${text}`)
  return [
    ...each('task', summary.task === '' ? [] : [summary.task]),
    ...each('decision', summary.decisions),
    ...each('constraint', summary.constraints),
    ...each('open question', summary.open_questions),
    ...each('to do', summary.todo),
    ...summary.files_in_scope.map(({ path, why }) => `file: ${path}: ${why}`),
    ...summary.symbols.map(({ name, file, role }) => `symbol: ${name} in ${file}: ${role}`),
    ...Object.entries(summary.env).map(([name, value]) => `environment: ${name} ${value}`),
    ...each('assumption', summary.assumptions),
    ...each('known failure', summary.known_failures),
  ].map((line) => line.replaceAll(/\s+/g, ' ').trim())
}

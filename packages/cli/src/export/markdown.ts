/** The entries of an export as Markdown: whatever a text holds, it stays inside its own block. Pure. */
import { withoutControls } from '../agent/without-controls.ts'
import type { ExportEntry } from './entries.ts'

export type ExportHead = { readonly threadId: string; readonly cwd: string; readonly createdAt: string }

export const markdownOf = ({ threadId, cwd, createdAt }: ExportHead, entries: readonly ExportEntry[]): string =>
  [`# Thread ${threadId}`, `Begun ${createdAt} in \`${cwd}\`.`, ...entries.flatMap(blockOf), ''].join('\n\n')

const blockOf = (entry: ExportEntry): readonly string[] => {
  switch (entry.kind) {
    case 'item': {
      const whole = entry.blob === undefined ? [] : [`The whole of it is blob \`${entry.blob}\`.`]
      return [`## ${entry.title} · ${entry.id} · ${entry.at}`, fenced(entry.text), ...whole]
    }
    case 'compaction': {
      const { number, id, trigger, strategy, tokens_before, tokens_after, summary } = entry
      const figures = `${tokens_before} → ${tokens_after} tokens`
      return ['---', `## Compaction ${number} · ${id} · ${trigger}, ${strategy} · ${figures}`, fenced(summary), '---']
    }
    case 'mark':
      return ['---', `## ${entry.text} · ${entry.at}`, '---']
  }
}

/** Longer than any run of backticks inside, so that no text ends its own block. */
const fenced = (text: string): string => {
  const shown = withoutControls(text)
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${shown}\n${fence}`
}

/** The state of a history as a `summary_v1`, for people and programs beside the conversation. From the ledger alone: no model. */
import type { SummaryV1 } from '@rawr/protocol'
import { cutLine } from './extract/cut-line.ts'
import { type Unit, unitsOf } from './extract/units.ts'
import type { History } from './history/history.ts'
import type { FileFact } from './ledger/facts.ts'
import { ledgerOf } from './ledger/ledger.ts'

export type SnapshotFacts = {
  /** ISO-8601, UTC. */
  readonly at: string
  /** What the caller knows of the machine. */
  readonly env: Readonly<Record<string, string>>
}

const TEXT_CHARS_MAX = 400
const LISTED_MAX = 40

export const snapshotOf = (history: History, { at, env }: SnapshotFacts): SummaryV1 => {
  const ledger = ledgerOf(history)
  const units = unitsOf(history, { isLossless: true })
  const said = (voice: Unit['voice']): string[] =>
    units.filter((unit) => unit.voice === voice && unit.hasCue).map(({ text }) => cutLine(text, TEXT_CHARS_MAX))
  const files = [...ledger.files.values()].sort((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1))
  const order = ledger.orders.at(-1)?.text.replaceAll(/\s+/g, ' ').trim() ?? ''
  const answer = ledger.lastAnswer?.text ?? ''
  return {
    task: cutLine(order, TEXT_CHARS_MAX),
    decisions: said('assistant').slice(-LISTED_MAX),
    constraints: said('user').slice(-LISTED_MAX),
    open_questions: answer.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.trimEnd().endsWith('?')),
    todo: (ledger.plan?.steps ?? []).flatMap(({ step, status }) => (status === 'completed' ? [] : [step])),
    files_in_scope: files.slice(0, LISTED_MAX).map((file) => ({ path: file.path, why: whyInScope(file) })),
    symbols: files
      .flatMap(({ path, symbols, deleted }) =>
        deleted ? [] : [...symbols].map((name) => ({ name, file: path, role: 'defined' })),
      )
      .slice(0, LISTED_MAX),
    env: { ...env },
    assumptions: [],
    known_failures: ledger.errors
      .filter(({ resolvedBy, quietSince }) => resolvedBy === null && quietSince === null)
      .map(({ source, line }) => cutLine(`${source}: ${line}`, TEXT_CHARS_MAX)),
    last_compact_at: at,
  }
}

const whyInScope = ({ edits, reads, created, deleted, movedTo }: FileFact): string => {
  if (deleted) return 'deleted'
  if (movedTo !== null) return `moved to ${movedTo}`
  if (created) return 'created'
  return edits > 0 ? `changed ${edits} times` : `read ${reads} times`
}

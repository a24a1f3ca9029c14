/** Where a stretch of the work was finished: a commit, a plan step done, a failing command that is well again. */
import type { PlanStep } from '@rawr/protocol'
import type { OpenLedger, Place } from './open-ledger.ts'

const COMMIT = /\bgit\b(?:\s+-\S+(?:\s+\S+)?)*?\s+commit\b/
const MESSAGE = /\s-[a-z]*m\s*(?:"\$\(cat <<'?\w+'?\n([^\n]+)|"((?:[^"\\\n]|\\.)+)|'([^'\n]+))/

export const noteCommit = (ledger: OpenLedger, { command, ...place }: Place & { readonly command: string }): void => {
  if (!COMMIT.test(command)) return
  const [, heredoc, double, single] = MESSAGE.exec(command) ?? []
  const message = heredoc ?? double ?? single
  ledger.episodes.push({ ...place, outcome: message === undefined ? 'committed' : `committed: ${message}` })
}

type Steps = Place & { readonly before: readonly PlanStep[]; readonly after: readonly PlanStep[] }

export const noteStepsDone = (ledger: OpenLedger, { before, after, ...place }: Steps): void => {
  const done = new Set(before.filter(({ status }) => status === 'completed').map(({ step }) => step))
  for (const { step, status } of after)
    if (status === 'completed' && step !== '' && !done.has(step))
      ledger.episodes.push({ ...place, outcome: stepOutcome(step) })
}

export const stepOutcome = (step: string): string => `done: ${step}`

export const noteWell = (ledger: OpenLedger, { source, ...place }: Place & { readonly source: string }): void => {
  ledger.episodes.push({ ...place, outcome: `well again: ${source}` })
}

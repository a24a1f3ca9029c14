/** Commands with the state of their last run. */
import type { ToolOutputItem } from '@rawr/protocol'
import type { OpenLedger } from './open-ledger.ts'
import type { Outcome } from './outcome.ts'

type Run = {
  readonly command: string
  readonly outcome: Outcome
  readonly output: ToolOutputItem
  readonly at: number
}

export const noteCommand = (ledger: OpenLedger, { command, outcome, output, at }: Run): void => {
  const key = commandKey(command)
  const known = ledger.commands.get(key)
  // Kept in order of the last run.
  ledger.commands.delete(key)
  ledger.commands.set(key, {
    command: key,
    runs: (known?.runs ?? 0) + 1,
    state: outcome,
    exitCode: output.exit_code ?? null,
    last: output.meta.id,
    at,
  })
}

/** The same command in another folder, or with its output cut elsewhere, is the same command. */
export const commandKey = (command: string): string =>
  command
    .trim()
    .replace(/^cd\s+\S+\s*(?:&&|;)\s*/, '')
    .replace(/\s*2>&1\s*/g, ' ')
    .replace(/\s*\|\s*(?:tail|head)(?:\s+-\S+)*(?:\s+\d+)?\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()

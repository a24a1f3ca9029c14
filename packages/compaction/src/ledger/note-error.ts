/** Errors: opened by a call that failed, closed by the same call when it is well again. */
import type { ToolOutputItem } from '@rawr/protocol'
import { commandKey } from './note-command.ts'
import { noteWell } from './note-episode.ts'
import type { OpenLedger } from './open-ledger.ts'
import { faultLine, type Outcome } from './outcome.ts'
import type { ToolUse } from './tool-use.ts'

const sourceOf = (use: ToolUse): string => {
  if (use.kind === 'command') return commandKey(use.command)
  if (use.kind === 'other') return use.label
  if (use.kind === 'plan' || use.kind === 'plan_step') return 'plan'
  return `${use.kind === 'read' ? 'read' : 'edit'} ${use.path}`
}

type Ended = {
  readonly use: ToolUse
  readonly output: ToolOutputItem
  readonly outcome: Outcome
  readonly at: number
}

export const noteError = (ledger: OpenLedger, { use, output, outcome, at }: Ended): void => {
  const source = sourceOf(use)
  if (outcome !== 'failed') {
    const { id } = output.meta
    const wasOpen = ledger.errors.some((error) => error.source === source && error.resolvedBy === null)
    if (wasOpen && use.kind === 'command') noteWell(ledger, { source, id, at })
    for (const error of ledger.errors) {
      if (error.source === source) error.resolvedBy ??= id
      else if (error.family === familyOf(use)) error.quietSince ??= id
    }
    return
  }
  if (isLookup(use)) return
  const line = faultLine(output)
  const same = ledger.errors.find((error) => error.source === source && masked(error.line) === masked(line))
  if (same === undefined) {
    const { id } = output.meta
    const family = familyOf(use)
    ledger.errors.push({ source, family, line, id, at, times: 1, resolvedBy: null, quietSince: null })
  } else {
    same.times += 1
    same.at = at
    same.resolvedBy = null
    same.quietSince = null
  }
}

/** Program and verb: `go test`, `npm run`. */
const familyOf = (use: ToolUse): string =>
  use.kind === 'command' ? commandKey(use.command).split(' ', 2).join(' ') : sourceOf(use)

/** Looking for something that is not there is an answer, not a fault. */
const isLookup = (use: ToolUse): boolean =>
  use.kind === 'read' ||
  (use.kind === 'command' && LOOKUPS.test(commandKey(use.command))) ||
  (use.kind === 'other' && /^(?:grep|glob|ls|list_dir|search)\b/i.test(use.label))

const LOOKUPS = /^(?:grep|rg|ls|find|fd|cat|head|tail|wc|sed -n|which|stat|test|git (?:grep|show|log|diff|status))\b/

/** Line numbers, times and addresses differ from run to run. */
const masked = (line: string): string => line.replaceAll(/\d+/g, '0')

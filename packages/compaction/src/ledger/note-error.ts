/** Errors: opened by a call that failed, closed by the same call when it is well again. */
import { type ToolOutputItem, textOfOutput } from '@rawr/protocol'
import { keysOf } from '../extract/keys.ts'
import { commandKey } from './note-command.ts'
import { noteWell } from './note-episode.ts'
import type { OpenLedger } from './open-ledger.ts'
import { FAULT, faultLine, type Outcome } from './outcome.ts'
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
  noteFailing(ledger, output)
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

/** Of one result: a whole log of a build names more than anybody looks for again. */
const FAILING_KEYS_MAX = 60

/** What failed is looked for by name; the newest mention counts. */
const noteFailing = ({ failing }: OpenLedger, output: ToolOutputItem): void => {
  const { id } = output.meta
  let count = 0
  for (const text of textOfOutput(output).split('\n')) {
    const isNamed = FAULT.test(text)
    for (const { key, shape } of keysOf(text)) {
      if (shape !== 'name' && shape !== 'path') continue
      const known = failing.get(key)
      if (known?.id === id && (known.isNamed || !isNamed)) continue
      if (known?.id !== id) count += 1
      if (count > FAILING_KEYS_MAX) return
      failing.delete(key)
      failing.set(key, { id, isNamed: isNamed || known?.isNamed === true })
    }
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

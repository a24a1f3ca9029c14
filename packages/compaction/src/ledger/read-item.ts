/** One more item into the ledger. A call is noted when it is made and counts when its result is in. */
import {
  type HistoryItem,
  type ItemId,
  isToolCall,
  isToolOutput,
  type ToolOutputItem,
  textOfOutput,
  textOfParts,
} from '@rawr/protocol'
import { isUserWords } from '../history/turns.ts'
import { filesOfCommand } from './command-files.ts'
import type { CommandFact, ErrorFact, FileFact, Ledger, OrderFact, PlanFact, RefFact } from './facts.ts'
import { faultLine, type Outcome, outcomeOf } from './outcome.ts'
import { definedNames } from './symbols.ts'
import { statusOf, type ToolUse, toolUses } from './tool-use.ts'

/** A ledger under construction; grows in place, by {@link readItem} alone. */
export type OpenLedger = {
  -readonly [Key in keyof Ledger]: Ledger[Key]
} & {
  readonly files: Map<string, FileFact>
  readonly commands: Map<string, CommandFact>
  readonly errors: ErrorFact[]
  readonly orders: OrderFact[]
  readonly refs: Map<string, RefFact>
  readonly outcomes: Map<string, Outcome>
  readonly pending: Map<string, PendingCall>
  plan: PlanFact | null
}

type PendingCall = { readonly id: ItemId; readonly at: number; readonly uses: readonly ToolUse[] }

export const openLedger = (): OpenLedger => ({
  through: 0,
  files: new Map(),
  commands: new Map(),
  errors: [],
  plan: null,
  orders: [],
  refs: new Map(),
  outcomes: new Map(),
  lastAnswer: null,
  pending: new Map(),
})

export const readItem = (ledger: OpenLedger, item: HistoryItem): void => {
  const at = ledger.through
  ledger.through = at + 1
  const { id } = item.meta
  if (isToolCall(item)) ledger.pending.set(item.call_id, { id, at, uses: toolUses(item) })
  else if (isToolOutput(item)) readResult(ledger, item, at)
  else if (item.type === 'message') {
    const text = textOfParts(item.content)
    if (isUserWords(item)) ledger.orders.push({ id, at, text })
    if (item.role === 'assistant' && text.trim() !== '') ledger.lastAnswer = { id, at, text }
    if (isUserWords(item) || item.role === 'assistant') noteRefs(ledger, text, id, at)
  }
}

const readResult = (ledger: OpenLedger, output: ToolOutputItem, at: number): void => {
  const call = ledger.pending.get(output.call_id)
  if (call === undefined) return
  ledger.pending.delete(output.call_id)
  const outcome = outcomeOf(output)
  ledger.outcomes.set(output.call_id, outcome)
  for (const use of call.uses) {
    noteErrors(ledger, { use, output, outcome, at })
    noteUse(ledger, { use, outcome, call, output, at })
  }
}

type Noted = {
  readonly use: ToolUse
  readonly outcome: Outcome
  readonly call: PendingCall
  readonly output: ToolOutputItem
  readonly at: number
}

const noteUse = (ledger: OpenLedger, { use, outcome, call, output, at }: Noted): void => {
  if (use.kind === 'command') {
    noteCommand(ledger, { command: use.command, outcome, output, at })
    // What a failed command did to files before it failed nobody knows.
    if (outcome !== 'failed') for (const file of filesOfCommand(use.command)) noteFile(ledger, file, call)
    noteMade(ledger, use.command, output, at)
  } else if (use.kind === 'plan') {
    if (use.steps.length > 0) ledger.plan = { id: call.id, at: call.at, steps: use.steps }
  } else if (use.kind === 'plan_step') ledger.plan = withStep(ledger.plan, use, call)
  else if (use.kind !== 'other' && outcome !== 'failed') noteFile(ledger, use, call)
}

const noteCommand = (
  ledger: OpenLedger,
  { command, outcome, output, at }: { command: string; outcome: Outcome; output: ToolOutputItem; at: number },
): void => {
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

const sourceOf = (use: ToolUse): string => {
  if (use.kind === 'command') return commandKey(use.command)
  if (use.kind === 'other') return use.label
  if (use.kind === 'plan' || use.kind === 'plan_step') return 'plan'
  return `${use.kind === 'read' ? 'read' : 'edit'} ${use.path}`
}

const noteErrors = (
  ledger: OpenLedger,
  { use, output, outcome, at }: { use: ToolUse; output: ToolOutputItem; outcome: Outcome; at: number },
): void => {
  const source = sourceOf(use)
  if (outcome !== 'failed') {
    for (const error of ledger.errors) {
      if (error.source === source) error.resolvedBy ??= output.meta.id
      else if (error.family === familyOf(use)) error.quietSince ??= output.meta.id
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

type FileUse = Extract<ToolUse, { path: string }> | ReturnType<typeof filesOfCommand>[number]

const noteFile = (ledger: OpenLedger, use: FileUse, { id, at }: PendingCall): void => {
  const file = fileAt(ledger, use.path, at)
  switch (use.kind) {
    case 'read':
      file.reads += 1
      file.lastRead = id
      file.range = use.range ?? null
      return
    case 'edit':
    case 'create':
      file.created ||= use.kind === 'create' && file.reads === 0 && file.edits === 0
      file.edits += 1
      file.deleted = false
      file.lastEdit = id
      for (const name of 'added' in use ? definedNames(use.added) : []) file.symbols.add(name)
      return
    case 'delete':
      file.deleted = true
      file.lastEdit = id
      return
    case 'move': {
      file.movedTo = use.to
      file.lastEdit = id
      const target = fileAt(ledger, use.to, at)
      target.lastEdit = id
      target.deleted = false
    }
  }
}

const fileAt = (ledger: OpenLedger, path: string, at: number): FileFact => {
  const key = path.replace(/^\.\//, '')
  const known = ledger.files.get(key) ?? sameFile(ledger.files, key)
  if (known !== undefined) {
    // Named in full from now on, where that is known.
    if (known.path.length < key.length) {
      ledger.files.delete(known.path)
      known.path = key
      ledger.files.set(key, known)
    }
    known.at = at
    return known
  }
  const file: FileFact = {
    path: key,
    edits: 0,
    reads: 0,
    created: false,
    deleted: false,
    movedTo: null,
    lastEdit: null,
    lastRead: null,
    range: null,
    at,
    symbols: new Set(),
  }
  ledger.files.set(key, file)
  return file
}

/** The file that a relative path names, if exactly one known file can be meant. A bare name may be any file's. */
const sameFile = (files: ReadonlyMap<string, FileFact>, path: string): FileFact | undefined => {
  const isFull = path.startsWith('/')
  if (!isFull && !path.includes('/')) return undefined
  const found = [...files.values()].filter((file) =>
    isFull
      ? !file.path.startsWith('/') && file.path.includes('/') && path.endsWith(`/${file.path}`)
      : file.path.startsWith('/') && file.path.endsWith(`/${path}`),
  )
  return found.length === 1 ? found[0] : undefined
}

const withStep = (plan: PlanFact | null, use: Extract<ToolUse, { kind: 'plan_step' }>, call: PendingCall): PlanFact => {
  const steps = plan?.steps ?? []
  const { id, at } = call
  if (use.id === null) return { id, at, steps: [...steps, { step: use.step, status: 'pending' }] }
  const number = Number(use.id) - 1
  if (steps[number] === undefined) return { id, at, steps }
  // Its place stays: later steps are named by their number.
  if (use.status === 'deleted') return { id, at, steps: steps.with(number, { step: '', status: 'completed' }) }
  return {
    id,
    at,
    steps: steps.map((step, index) =>
      index === number
        ? {
            step: use.step === '' ? step.step : use.step,
            status: use.status === '' ? step.status : statusOf(use.status),
          }
        : step,
    ),
  }
}

const REF = /https?:\/\/[^\s"'`<>()[\]{}]+[^\s"'`<>()[\]{}.,;:!?]|\b[A-Z]{2,8}-\d{1,6}\b|(?<=\s|^|\()#\d{1,6}\b/g

/** Links, tickets and numbers of issues, in order of their last mention. */
const noteRefs = (ledger: OpenLedger, text: string, id: ItemId, at: number): void => {
  for (const [ref] of text.matchAll(REF)) noteRef(ledger, { ref, id, at })
}

const noteRef = (ledger: OpenLedger, fact: RefFact): void => {
  ledger.refs.delete(fact.ref)
  ledger.refs.set(fact.ref, fact)
}

/** What `git commit` and `gh pr` print about what they made. */
const noteMade = (ledger: OpenLedger, command: string, output: ToolOutputItem, at: number): void => {
  if (!/\bgit\b.*\bcommit\b|\bgh\s+pr\b/.test(command)) return
  const text = textOfOutput(output)
  const { id } = output.meta
  for (const [, hash] of text.matchAll(/^\[\S+ (?:\([^)]*\) )?([0-9a-f]{7,40})\]/gm)) {
    noteRef(ledger, { ref: `commit ${hash}`, id, at })
  }
  noteRefs(ledger, text, id, at)
}

/**
 * The typed state of the work as short lines: plan, changed files, open errors, commands, read files, symbols,
 * references. Lines, not JSON: braces and keys cost tokens.
 */
import type { ItemId } from '@rawr/protocol'
import type { ErrorFact, FileFact, Ledger } from '../ledger/facts.ts'
import { stepOutcome } from '../ledger/note-episode.ts'
import { cutLine, LINE_CHARS_MAX } from './cut-line.ts'
import { lineTokens, type SummaryLine } from './summary-line.ts'

/** `required` facts must survive a compaction: of what does not fit, at least a pointer does. */
export type Section = {
  readonly name: string
  readonly share: number
  readonly isRequired: boolean
  readonly lines: readonly SummaryLine[]
}

/** How much of the state's budget a section may take before the others had their turn. */
const SHARE = {
  plan: 0.25,
  changed: 0.45,
  errors: 0.2,
  commands: 0.05,
  read: 0.3,
  symbols: 0.4,
  failing: 0.16,
  refs: 0.08,
  past: 0.06,
  finished: 0.03,
}

/** In order of importance. */
export const stateSections = (ledger: Ledger, { isFolded }: { readonly isFolded: boolean }): readonly Section[] => {
  const files = [...ledger.files.values()].sort((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1))
  const root = commonRoot(files.map((file) => file.path))
  const within = (path: string): string => (root !== '' && path.startsWith(root) ? path.slice(root.length) : path)
  const changed = files.filter((file) => file.lastEdit !== null)
  const rootLine = root === '' ? [] : [{ text: `paths are under ${root}`, ids: [] }]
  return [
    { name: 'plan', share: SHARE.plan, isRequired: true, lines: planLines(ledger) },
    {
      name: 'changed files',
      share: SHARE.changed,
      isRequired: true,
      lines: [
        ...rootLine,
        ...packed(
          'changed',
          changed.map((file) => changedEntry(file, within)),
        ),
      ],
    },
    { name: 'open errors', share: SHARE.errors, isRequired: true, lines: openErrorLines(ledger.errors) },
    { name: 'finished', share: SHARE.finished, isRequired: false, lines: isFolded ? finishedLines(ledger) : [] },
    { name: 'commands', share: SHARE.commands, isRequired: false, lines: commandLines(ledger) },
    {
      name: 'read files',
      share: SHARE.read,
      isRequired: false,
      lines: packed(
        'read',
        files.flatMap((file) => readEntry(file, within)),
      ),
    },
    { name: 'symbols', share: SHARE.symbols, isRequired: false, lines: symbolLines(changed, within) },
    { name: 'failing names', share: SHARE.failing, isRequired: false, lines: failingLines(ledger) },
    { name: 'references', share: SHARE.refs, isRequired: false, lines: refLines(ledger) },
    { name: 'past errors', share: SHARE.past, isRequired: false, lines: pastErrorLines(ledger.errors) },
  ]
}

/** As many lines as `tokens` buys: each section its share first, then what is required. */
export const fillState = (sections: readonly Section[], tokens: number): readonly SummaryLine[] => {
  let limit = tokens
  for (let attempt = 0; attempt < REFILLS_MAX; attempt += 1) {
    const lines = filled(sections, limit)
    const excess = lines.reduce((sum, line) => sum + lineTokens(line), 0) - tokens
    if (excess <= 0) return lines
    limit = Math.max(0, limit - excess)
  }
  return filled(sections, 0)
}

/** Pointers to what did not fit cost tokens too. */
const REFILLS_MAX = 4

const filled = (sections: readonly Section[], tokens: number): readonly SummaryLine[] => {
  const taken = sections.map(() => 0)
  let room = tokens
  const take = (index: number, limit: number): void => {
    const section = sections[index]
    let spent = 0
    for (let line = section?.lines[taken[index] ?? 0]; line !== undefined; line = section?.lines[taken[index] ?? 0]) {
      const cost = lineTokens(line)
      if (cost > room || spent + cost > limit) return
      room -= cost
      spent += cost
      taken[index] = (taken[index] ?? 0) + 1
    }
  }
  sections.forEach(({ share }, index) => {
    take(index, share * tokens)
  })
  sections.forEach(({ isRequired }, index) => {
    if (isRequired) take(index, room)
  })
  return sections.flatMap((section, index) => {
    const count = taken[index] ?? 0
    return [...section.lines.slice(0, count), ...(section.isRequired ? remainder(section, count) : [])]
  })
}

/** What a required section could not show, as one pointer. */
const remainder = ({ name, lines }: Section, taken: number): readonly SummaryLine[] => {
  const ids = [...new Set(lines.slice(taken).flatMap((line) => line.ids))]
  return ids.length === 0 ? [] : [{ text: `more ${name}`, ids }]
}

type Entry = { readonly text: string; readonly id: ItemId }

/** Room for pointers at the end of a line of entries. */
const ENTRY_CHARS_MAX = LINE_CHARS_MAX - 100
const ENTRIES_MAX = 12

const packed = (title: string, entries: readonly Entry[], separator = ', '): readonly SummaryLine[] => {
  const lines: SummaryLine[] = []
  let open: Entry[] = []
  const close = (): void => {
    if (open.length === 0) return
    const ids = [...new Set(open.map(({ id }) => id))]
    lines.push({
      text: `${title}${separator === ', ' ? ':' : ''} ${open.map(({ text }) => text).join(separator)}`,
      ids,
    })
    open = []
  }
  for (const entry of entries) {
    const length = open.reduce((sum, { text }) => sum + text.length + 2, title.length + entry.text.length)
    if (open.length === ENTRIES_MAX || length > ENTRY_CHARS_MAX) close()
    open.push(entry)
  }
  close()
  return lines
}

const changedEntry = (file: FileFact, within: (path: string) => string): Entry => {
  const path = within(file.path)
  const what = file.deleted
    ? `${path} (deleted)`
    : file.movedTo !== null
      ? `${path} (moved to ${within(file.movedTo)})`
      : `${path}${file.created ? ' (new)' : ''}${file.edits > 1 ? ` ×${file.edits}` : ''}`
  return { text: what, id: file.lastEdit as ItemId }
}

const readEntry = (file: FileFact, within: (path: string) => string): readonly Entry[] =>
  file.lastRead === null || file.lastEdit !== null || file.deleted
    ? []
    : [{ text: `${within(file.path)}${file.range === null ? '' : ` ${file.range}`}`, id: file.lastRead }]

/** How a step of the plan stands. */
export const STATUS_MARK = { completed: '[x]', in_progress: '[>]', pending: '[ ]' } as const
const STEP_CHARS_MAX = 160

const planLines = ({ plan }: Ledger): readonly SummaryLine[] => {
  const steps = plan?.steps.filter(({ step }) => step !== '') ?? []
  if (plan === null || steps.length === 0) return []
  const id = plan.id
  return packed(
    'plan',
    steps.map(({ step, status }) => ({ text: `${STATUS_MARK[status]} ${cutLine(step, STEP_CHARS_MAX)}`, id })),
  )
}

const OUTCOME_CHARS_MAX = 80
const OUTCOMES_MAX = 6

/** One line for several finished stretches, newest first, each once. */
const finishedLines = ({ episodes, plan }: Ledger): readonly SummaryLine[] => {
  const newest = new Map(episodes.map(({ outcome, id }) => [outcome, id]))
  // The plan itself shows its steps.
  for (const { step } of plan?.steps ?? []) newest.delete(stepOutcome(step))
  return packed(
    'finished',
    [...newest]
      .reverse()
      .slice(0, OUTCOMES_MAX)
      .map(([outcome, id]) => ({ text: cutLine(outcome, OUTCOME_CHARS_MAX), id })),
  )
}

const SOURCE_CHARS_MAX = 120
const FAULT_CHARS_MAX = 220

const openErrorLines = (errors: readonly ErrorFact[]): readonly SummaryLine[] =>
  errors
    .filter(({ resolvedBy, quietSince }) => resolvedBy === null && quietSince === null)
    .toSorted((a, b) => b.at - a.at)
    .map(({ source, line, times, id }) => ({
      text: `open error${times > 1 ? ` ×${times}` : ''}: ${cutLine(source, SOURCE_CHARS_MAX)} → ${cutLine(line, FAULT_CHARS_MAX)}`,
      ids: [id],
    }))

/** Those that the same command no longer shows, and those that nothing has repeated. */
const pastErrorLines = (errors: readonly ErrorFact[]): readonly SummaryLine[] =>
  errors
    .filter(({ resolvedBy, quietSince }) => resolvedBy !== null || quietSince !== null)
    .toSorted((a, b) => b.at - a.at)
    .map(({ source, line, id, resolvedBy }) => ({
      text: `${resolvedBy === null ? 'earlier error' : 'resolved'}: ${cutLine(source, SOURCE_CHARS_MAX)} → ${cutLine(line, SOURCE_CHARS_MAX)}`,
      ids: resolvedBy === null ? [id] : [id, resolvedBy],
    }))

const COMMANDS_MAX = 40

const commandLines = ({ commands }: Ledger): readonly SummaryLine[] =>
  packed(
    'ran',
    [...commands.values()]
      .toSorted((a, b) => b.at - a.at)
      .slice(0, COMMANDS_MAX)
      .map(({ command, state, exitCode, runs, last }) => {
        const exit = state === 'failed' ? ` → failed${exitCode === null ? '' : ` ${exitCode}`}` : ''
        return { text: `\`${cutLine(command, SOURCE_CHARS_MAX)}\`${runs > 1 ? ` ×${runs}` : ''}${exit}`, id: last }
      }),
  )

/** Newest first; what stands beside a fault before what only stands in its output. */
const failingLines = ({ failing }: Ledger): readonly SummaryLine[] => {
  const all = [...failing].reverse()
  const entry = ([text, { id }]: (typeof all)[number]): Entry => ({ text, id })
  return [
    ...packed('in failures', all.filter(([, { isNamed }]) => isNamed).map(entry)),
    ...packed('beside failures', all.filter(([, { isNamed }]) => !isNamed).map(entry)),
  ]
}

const SYMBOLS_MAX = 40

/** File by file; small files share a line. */
const symbolLines = (files: readonly FileFact[], within: (path: string) => string): readonly SummaryLine[] =>
  packed(
    'defines in',
    files.flatMap(({ path, symbols, lastEdit, deleted }) => {
      if (symbols.size === 0 || lastEdit === null || deleted) return []
      return symbolRows([...symbols].slice(-SYMBOLS_MAX)).map((names, row) => ({
        text: `${row === 0 ? within(path) : path.slice(path.lastIndexOf('/') + 1)}: ${names}`,
        id: lastEdit,
      }))
    }),
    '; ',
  )

/** Beside them a path and a pointer must find room. */
const SYMBOL_CHARS_MAX = LINE_CHARS_MAX - 140

const symbolRows = (names: readonly string[]): readonly string[] => {
  const rows: string[] = []
  for (const name of names) {
    const last = rows.at(-1)
    if (last !== undefined && last.length + name.length + 2 <= SYMBOL_CHARS_MAX)
      rows[rows.length - 1] = `${last}, ${name}`
    else rows.push(name)
  }
  return rows
}

const refLines = ({ refs }: Ledger): readonly SummaryLine[] =>
  packed(
    'refs',
    [...refs.values()].toSorted((a, b) => b.at - a.at).map(({ ref, id }) => ({ text: ref, id })),
  )

/** The folder, with its `/`, that saves most letters when it is said once for the paths in it; empty where none saves any. */
export const commonRoot = (paths: readonly string[]): string => {
  const absolute = paths.filter((path) => path.startsWith('/'))
  const counts = new Map<string, number>()
  for (const path of absolute) {
    for (let slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash + 1)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  }
  let root = ''
  let saved = 0
  for (const [folder, count] of counts) {
    // Said once, and left out of each path in it.
    const saves = (count - 1) * folder.length
    if (saves > saved) [root, saved] = [folder, saves]
  }
  return root
}

/** What the patches of a turn changed in all: for each file what it was at first and what it is now, as a unified diff. */
import { type LineChange, lineDiff } from './line-diff.ts'

/** The tool port's edits have this shape; `null`: there is no file. */
export type Edit = { readonly path: string; readonly before: string | null; readonly after: string | null }

/** By path, in the order in which files were first touched. */
export type TurnEdits = ReadonlyMap<string, Edit>

export const withEdits = (edits: TurnEdits, more: readonly Edit[]): TurnEdits => {
  const all = new Map(edits)
  for (const edit of more)
    all.set(edit.path, { ...edit, before: all.has(edit.path) ? (all.get(edit.path)?.before ?? null) : edit.before })
  return all
}

/** Longer diffs of one file are left out: a client reads the file. */
const DIFF_CHARACTERS_MAX = 100_000

/** Of all files together: an event has a limit. */
const ALL_CHARACTERS_MAX = 400_000

/** Empty where in the end nothing changed. Paths inside `cwd` are told relative to it. */
export const turnDiff = (edits: TurnEdits, cwd: string): string => {
  let room = ALL_CHARACTERS_MAX
  return [...edits.values()]
    .filter(({ before, after }) => before !== after)
    .map((edit) => {
      const diff = fileDiff(edit, cwd)
      const shown = diff.length <= Math.min(room, DIFF_CHARACTERS_MAX) ? diff : tooLarge(edit, cwd)
      room -= shown.length
      return shown
    })
    .join('')
}

const nameOf = (path: string, cwd: string): string =>
  path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path.replace(/^\//, '')

const tooLarge = ({ path }: Edit, cwd: string): string =>
  `Files a/${nameOf(path, cwd)} and b/${nameOf(path, cwd)} differ\n`

const fileDiff = (edit: Edit, cwd: string): string => {
  const name = nameOf(edit.path, cwd)
  const [old, now] = [linesOf(edit.before), linesOf(edit.after)]
  const from = edit.before === null ? '/dev/null' : `a/${name}`
  const to = edit.after === null ? '/dev/null' : `b/${name}`
  return `--- ${from}\n+++ ${to}\n${hunksOf(lineDiff(old, now)).map(hunkText).join('')}`
}

/** Each with its line end, so that a missing last one is a difference. */
const linesOf = (text: string | null): readonly string[] => text?.match(/[^\n]*\n|[^\n]+$/g) ?? []

const CONTEXT_LINES = 3

type Hunk = { readonly oldStart: number; readonly newStart: number; readonly changes: readonly LineChange[] }

const hunksOf = (changes: readonly LineChange[]): readonly Hunk[] => {
  const shown = shownLines(changes)
  const hunks: Hunk[] = []
  let current: LineChange[] = []
  let [oldLine, newLine] = [1, 1]
  let start = { oldStart: 1, newStart: 1 }
  changes.forEach((change, index) => {
    if (shown.has(index)) {
      if (current.length === 0) start = { oldStart: oldLine, newStart: newLine }
      current.push(change)
    } else if (current.length > 0) {
      hunks.push({ ...start, changes: current })
      current = []
    }
    if (change.mark !== '+') oldLine += 1
    if (change.mark !== '-') newLine += 1
  })
  return current.length > 0 ? [...hunks, { ...start, changes: current }] : hunks
}

const shownLines = (changes: readonly LineChange[]): ReadonlySet<number> => {
  const shown = new Set<number>()
  changes.forEach(({ mark }, index) => {
    if (mark === ' ') return
    for (let near = index - CONTEXT_LINES; near <= index + CONTEXT_LINES; near += 1) shown.add(near)
  })
  return shown
}

const hunkText = ({ oldStart, newStart, changes }: Hunk): string => {
  const count = (mark: '-' | '+'): number =>
    changes.filter((change) => change.mark === ' ' || change.mark === mark).length
  const body = changes.map(
    ({ mark, line }) => `${mark}${line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`}`,
  )
  return `@@ -${range(oldStart, count('-'))} +${range(newStart, count('+'))} @@\n${body.join('')}`
}

/** A range of no lines is named by the line before it. */
const range = (start: number, count: number): string =>
  count === 0 ? `${start - 1},0` : count === 1 ? `${start}` : `${start},${count}`

/**
 * The patch grammar models know: `*** Begin Patch`, then sections that add, delete, update or move a file, then `*** End Patch`.
 * Lenient about what surrounds it, strict about what it says. Pure.
 */
import { err, ok, type Result } from '@rawr/protocol'
import { normalisePatchLines } from './patch-lines.ts'

export type HunkLine = { readonly kind: 'keep' | 'drop' | 'add'; readonly text: string }

export type Hunk = {
  /** Texts after `@@`: lines that come before the hunk, outermost first. */
  readonly headers: readonly string[]
  readonly lines: readonly HunkLine[]
  /** `*** End of File`: the hunk ends where the file ends. */
  readonly atEnd: boolean
}

export type PatchSection =
  | { readonly kind: 'add'; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'update'; readonly path: string; readonly moveTo: string | null; readonly hunks: readonly Hunk[] }

const SECTION = /^\*\*\* (Add|Delete|Update) File:\s*(\S.*)$/
const MOVE = /^\*\*\* Move to:\s*(\S.*)$/
const END_OF_FILE = '*** End of File'
/** As in a unified diff: the numbers are not trusted, what follows them is a header. */
const UNIFIED_RANGE = /^-\d+(?:,\d+)? \+\d+(?:,\d+)? @@ ?/
const NO_NEWLINE_NOTE = '\\ No newline at end of file'

/** A place in the patch text, moved on by whoever reads a line. */
type Cursor = { readonly lines: readonly string[]; readonly lineNumber: (index: number) => number; at: number }

/** The error says which line of the patch is wrong. */
export const parsePatch = (text: string): Result<readonly PatchSection[], string> => {
  const body = normalisePatchLines(text)
  if (!body.ok) return body
  const { lines, firstLine } = body.value
  const cursor: Cursor = { lines, lineNumber: (index) => firstLine + index, at: 0 }
  const sections: PatchSection[] = []
  while (cursor.at < lines.length) {
    const line = (lines[cursor.at] ?? '').trim()
    if (line === '' || line.startsWith('*** Environment ID:')) {
      cursor.at += 1
      continue
    }
    const section = readSection(cursor)
    if (!section.ok) return section
    sections.push(section.value)
  }
  return sections.length === 0 ? err('the patch changes no file') : ok(sections)
}

const readSection = (cursor: Cursor): Result<PatchSection, string> => {
  const [, verb, path = ''] = SECTION.exec(peek(cursor).trim()) ?? []
  if (verb === undefined) return fault(cursor, 'expected *** Add File:, *** Delete File: or *** Update File:')
  cursor.at += 1
  if (verb === 'Delete') return ok({ kind: 'delete', path: path.trim() })
  return verb === 'Add' ? readAdded(cursor, path.trim()) : readUpdate(cursor, path.trim())
}

const readAdded = (cursor: Cursor, path: string): Result<PatchSection, string> => {
  const lines: string[] = []
  let blank = 0
  for (; !atSectionEnd(cursor); cursor.at += 1) {
    const line = peek(cursor)
    if (line === NO_NEWLINE_NOTE || line.trim() === END_OF_FILE) continue
    if (line === '') {
      blank += 1
      continue
    }
    if (!line.startsWith('+')) return fault(cursor, `in a new file (${path}) each line begins with +`)
    // Empty lines between two others were meant; those before the next section were not.
    lines.push(...Array.from({ length: blank }, () => ''), line.slice(1))
    blank = 0
  }
  return ok({ kind: 'add', path, lines })
}

const readUpdate = (cursor: Cursor, path: string): Result<PatchSection, string> => {
  const moveTo = MOVE.exec(peek(cursor).trim())?.[1]?.trim() ?? null
  if (moveTo !== null) cursor.at += 1
  const hunks: Hunk[] = []
  while (!atSectionEnd(cursor)) {
    if (peek(cursor) === '' && onlyBlankLeft(cursor)) break
    const hunk = readHunk(cursor)
    if (!hunk.ok) return hunk
    hunks.push(hunk.value)
  }
  while (!atSectionEnd(cursor)) cursor.at += 1
  if (hunks.length === 0 && moveTo === null) return fault(cursor, `the update of ${path} has no hunk`)
  return ok({ kind: 'update', path, moveTo, hunks })
}

const readHunk = (cursor: Cursor): Result<Hunk, string> => {
  const headers: string[] = []
  for (; peek(cursor).startsWith('@@') && !atSectionEnd(cursor); cursor.at += 1) headers.push(headerText(peek(cursor)))
  const lines: (HunkLine & { readonly bare: boolean })[] = []
  let atEnd = false
  for (; !atEnd && !atSectionEnd(cursor) && !peek(cursor).startsWith('@@'); cursor.at += 1) {
    const line = peek(cursor)
    if (line.trim() === END_OF_FILE) atEnd = true
    else if (line !== NO_NEWLINE_NOTE) {
      const read = readHunkLine(line)
      if (read === null) return fault(cursor, 'a line of a hunk begins with a space, + or -')
      lines.push(read)
    }
  }
  // An empty line without its space is context inside a hunk and mere layout after it.
  while (lines.at(-1)?.bare === true) lines.pop()
  if (lines.length === 0) return fault(cursor, 'the hunk before this line is empty')
  return ok({
    headers: headers.filter((header) => header !== ''),
    lines: lines.map(({ kind, text }) => ({ kind, text })),
    atEnd,
  })
}

const readHunkLine = (line: string): (HunkLine & { readonly bare: boolean }) | null => {
  if (line === '') return { kind: 'keep', text: '', bare: true }
  const text = line.slice(1)
  if (line.startsWith(' ')) return { kind: 'keep', text, bare: false }
  if (line.startsWith('+')) return { kind: 'add', text, bare: false }
  return line.startsWith('-') ? { kind: 'drop', text, bare: false } : null
}

const headerText = (line: string): string => {
  const text = line.slice(2).trim()
  return UNIFIED_RANGE.test(`${text} `) ? `${text} `.replace(UNIFIED_RANGE, '').trim() : text.replace(/ ?@@$/, '')
}

const peek = (cursor: Cursor): string => cursor.lines[cursor.at] ?? ''

const atSectionEnd = (cursor: Cursor): boolean =>
  cursor.at >= cursor.lines.length || /^\*\*\* (Add|Delete|Update) File:/.test(peek(cursor).trim())

const onlyBlankLeft = ({ lines, at }: Cursor): boolean => {
  const next = lines.slice(at).find((line) => line !== '')
  return next === undefined || /^\*\*\* (Add|Delete|Update) File:/.test(next.trim())
}

const fault = (cursor: Cursor, what: string): { readonly ok: false; readonly error: string } =>
  err(`line ${cursor.lineNumber(cursor.at)} of the patch, ${JSON.stringify(peek(cursor).slice(0, 120))}: ${what}`)

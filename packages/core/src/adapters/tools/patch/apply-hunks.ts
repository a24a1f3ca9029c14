/** Applies the hunks of one update to the text of one file, or says which of them does not fit and what stands there. Pure. */
import { err, ok, type Result } from '@rawr/protocol'
import { type FileLine, joinLines, splitLines, usualEnding } from './file-lines.ts'
import { type Found, findHeader, findLines, SearchableLines } from './find-lines.ts'
import type { Hunk } from './parse-patch.ts'

export type Applied = {
  readonly text: string
  /** What a model should check: hunks that fit only loosely, or in more than one place. */
  readonly notes: readonly string[]
}

type Place = Found & { readonly hunk: Hunk }

/** The hunks come in the order of the file. A missing line end at the end of the file stays missing. */
export const applyHunks = (text: string, hunks: readonly Hunk[]): Result<Applied, string> => {
  const lines = splitLines(text)
  const searchable = new SearchableLines(lines.map((line) => line.text))
  const places: Place[] = []
  const notes: string[] = []
  let from = 0
  for (const [index, hunk] of hunks.entries()) {
    const name = hunks.length === 1 ? 'the hunk' : `hunk ${index + 1} of ${hunks.length}`
    const place = placeOrNear({ lines: searchable, hunk, from })
    if (!place.ok) return err(`${name}: ${place.error}`)
    notes.push(...notesOf({ name, place: place.value, lines: searchable }))
    places.push(place.value)
    from = place.value.at + wantedBy(place.value.hunk).length
  }
  return ok({ text: joinLines(rebuild(lines, places)), notes })
}

const wantedBy = (hunk: Hunk): readonly string[] =>
  hunk.lines.filter(({ kind }) => kind !== 'add').map(({ text }) => text)

type Seek = { readonly lines: SearchableLines; readonly hunk: Hunk; readonly from: number }

/** Models count an empty line after the last line end of a file: a hunk that fits without it is meant so. */
const placeOrNear = (seek: Seek): Result<Place, string> => {
  const found = placeOf(seek)
  if (found.ok) return ok({ ...found.value, hunk: seek.hunk })
  const last = seek.hunk.lines.findLastIndex(({ kind }) => kind !== 'add')
  if (seek.hunk.lines[last]?.text !== '') return found
  const hunk = { ...seek.hunk, lines: seek.hunk.lines.filter((_, index) => index !== last), atEnd: true }
  const near = placeOf({ ...seek, hunk })
  return near.ok && wantedBy(hunk).length > 0 ? ok({ ...near.value, hunk }) : found
}

const placeOf = ({ lines, hunk, from }: Seek): Result<Found, string> => {
  const wanted = wantedBy(hunk)
  let start = from
  let lastHeader: number | null = null
  for (const header of hunk.headers) {
    const found = findHeader({ lines, header, from: start })
    if (found === null) return err(notFound({ lines, wanted: [header], from: start, what: 'the line after @@' }))
    lastHeader = found.at
    start = found.at + 1
  }
  if (wanted.length === 0)
    return ok({ at: lastHeader === null || hunk.atEnd ? lines.length : start, likeness: 'exact' })
  const found = findLines({ lines, wanted, from: start, atEnd: hunk.atEnd, loosest: 'punctuation' })
  if (found !== null) return ok(found)
  // The header repeated as the first line of the hunk.
  const again =
    lastHeader === null ? null : findLines({ lines, wanted, from: lastHeader, atEnd: false, loosest: 'punctuation' })
  if (again !== null && again.at === lastHeader) return ok(again)
  const what = hunk.atEnd ? 'these lines do not stand at the end of the file' : 'these lines are not in the file'
  return err(notFound({ lines, wanted, from: start, what }))
}

const QUOTED_LINES_MAX = 12

type Miss = {
  readonly lines: SearchableLines
  readonly wanted: readonly string[]
  readonly from: number
  readonly what: string
}

const notFound = ({ lines, wanted, from, what }: Miss): string => {
  const after = from === 0 ? '' : ` after line ${from}`
  return [`${what}${after}:`, ...quote(wanted), ...hintOf({ lines, wanted, from })].join('\n')
}

const quote = (lines: readonly string[]): readonly string[] => {
  const shown = lines.slice(0, QUOTED_LINES_MAX).map((line) => `  | ${line}`)
  return lines.length > QUOTED_LINES_MAX ? [...shown, `  | … ${lines.length - QUOTED_LINES_MAX} more`] : shown
}

/** What the file has instead, found by the first line that says something. */
const hintOf = ({ lines, wanted, from }: Omit<Miss, 'what'>): readonly string[] => {
  const before = from === 0 ? null : findLines({ lines, wanted, from: 0, atEnd: false, loosest: 'punctuation' })
  if (before !== null)
    return [`They stand at line ${before.at + 1}, before the hunk ahead of it: hunks go in file order.`]
  const offset = wanted.findIndex((line) => line.trim() !== '')
  const sought = wanted[offset]?.trim()
  const at = sought === undefined ? -1 : lines.in('punctuation').indexOf(sought)
  if (at < 0) return ['Read the file again and quote its lines as they are.']
  const start = Math.max(0, at - offset)
  return [`At line ${start + 1} the file has:`, ...quote(lines.in('exact').slice(start, start + wanted.length))]
}

type Noted = { readonly name: string; readonly place: Place; readonly lines: SearchableLines }

const notesOf = ({ name, place, lines }: Noted): readonly string[] => {
  const { at, likeness, hunk } = place
  const wanted = wantedBy(hunk)
  if (wanted.length === 0) return []
  const loose = likeness === 'exact' ? [] : [`${name} fits at line ${at + 1} only when ${likeness} is disregarded`]
  if (hunk.atEnd || hunk.headers.length > 0) return loose
  const other = findLines({ lines, wanted, from: at + 1, atEnd: false, loosest: likeness })
  const twice = other !== null && other.likeness === likeness
  return twice ? [...loose, `${name} changed line ${at + 1}; the same lines also stand at line ${other.at + 1}`] : loose
}

const rebuild = (lines: readonly FileLine[], places: readonly Place[]): readonly FileLine[] => {
  const usual = usualEnding(lines)
  const openEnded = lines.at(-1)?.ending === ''
  const rebuilt: FileLine[] = []
  let next = 0
  for (const { hunk, at } of places) {
    for (const line of lines.slice(next, at)) rebuilt.push(line)
    next = at
    for (const { kind, text } of hunk.lines) {
      if (kind === 'add') rebuilt.push({ text, ending: endingHere({ rebuilt, dropped: lines[next - 1], usual }) })
      else {
        const line = lines[next]
        if (kind === 'keep' && line !== undefined) rebuilt.push(line)
        next += 1
      }
    }
  }
  for (const line of lines.slice(next)) rebuilt.push(line)
  return openEnded ? withOpenEnd(rebuilt, usual) : rebuilt
}

type Beside = {
  readonly rebuilt: readonly FileLine[]
  readonly dropped: FileLine | undefined
  readonly usual: '\n' | '\r\n'
}

/** In a file of mixed line ends a new line ends as the one it replaces or follows. */
const endingHere = ({ rebuilt, dropped, usual }: Beside): '\n' | '\r\n' =>
  (dropped?.ending ?? rebuilt.at(-1)?.ending ?? usual) || usual

/** The last line alone has no ending, whichever line that is now. */
const withOpenEnd = (lines: readonly FileLine[], usual: '\n' | '\r\n'): readonly FileLine[] =>
  lines.map((line, index) => {
    if (index === lines.length - 1) return { ...line, ending: '' }
    return line.ending === '' ? { ...line, ending: usual } : line
  })

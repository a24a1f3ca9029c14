/**
 * Where a hunk belongs. A model quotes a file from memory: lines are looked for as they are first, then without regard to
 * white space at the end, then on both sides, then to typographic look-alikes. The strictest reading that fits wins. Pure.
 */

const LIKENESSES = ['exact', 'trailing space', 'indentation', 'punctuation'] as const
export type Likeness = (typeof LIKENESSES)[number]

export type Found = { readonly at: number; readonly likeness: Likeness }

const DASHES = /[\u2010-\u2015\u2212]/g
const SINGLE_QUOTES = /[\u2018-\u201B]/g
const DOUBLE_QUOTES = /[\u201C-\u201F]/g
const SPACES = /[\u00A0\u2002-\u200A\u202F\u205F\u3000]/g

const readings: Readonly<Record<Likeness, (line: string) => string>> = {
  exact: (line) => line,
  'trailing space': (line) => line.trimEnd(),
  indentation: (line) => line.trim(),
  punctuation: (line) =>
    line.replace(DASHES, '-').replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"').replace(SPACES, ' ').trim(),
}

/** The lines of one file, read in each likeness at most once. */
export class SearchableLines {
  readonly length: number
  readonly #read = new Map<Likeness, readonly string[]>()
  readonly #lines: readonly string[]

  constructor(lines: readonly string[]) {
    this.#lines = lines
    this.length = lines.length
  }

  in(likeness: Likeness): readonly string[] {
    const known = this.#read.get(likeness)
    if (known !== undefined) return known
    const read = likeness === 'exact' ? this.#lines : this.#lines.map(readings[likeness])
    this.#read.set(likeness, read)
    return read
  }
}

export type Search = {
  readonly lines: SearchableLines
  readonly wanted: readonly string[]
  /** Index of the first line that may match. */
  readonly from: number
  /** Only where the file ends. */
  readonly atEnd: boolean
  /** The last reading tried. */
  readonly loosest: Likeness
}

export const findLines = ({ lines, wanted, from, atEnd, loosest }: Search): Found | null => {
  const last = lines.length - wanted.length
  const first = atEnd ? Math.max(last, from) : from
  for (const likeness of LIKENESSES.slice(0, LIKENESSES.indexOf(loosest) + 1)) {
    const read = lines.in(likeness)
    const sought = wanted.map(readings[likeness])
    for (let at = first; at <= last; at += 1) {
      if (sought.every((line, offset) => line === read[at + offset])) return { at, likeness }
    }
  }
  return null
}

/** A header may also name only the beginning of its line, such as `class Ledger`. */
export const findHeader = (search: Pick<Search, 'lines' | 'from'> & { readonly header: string }): Found | null => {
  const whole = findLines({ ...search, wanted: [search.header], atEnd: false, loosest: 'punctuation' })
  if (whole !== null) return whole
  const at = search.lines
    .in('indentation')
    .findIndex((line, index) => index >= search.from && line.startsWith(search.header.trim()))
  return at < 0 ? null : { at, likeness: 'indentation' }
}

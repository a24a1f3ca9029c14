/**
 * One line of a session file to the records on it. Seen in the wild: two records glued together without a newline,
 * comment lines, a byte-order mark, CRLF, a last line torn in the middle. Nothing here fails: a line is read or told of.
 */
import { type Fields, isFields } from './fields.ts'

export type ParsedLine = { readonly records: readonly Fields[]; readonly skipped?: string }

const GLUED_SEAMS_MAX = 64
const NOTHING: ParsedLine = { records: [] }

export const parseLine = (line: string): ParsedLine => {
  const text = trimmed(line)
  if (text === '' || text.startsWith('//')) return NOTHING
  const whole = parse(text)
  if (whole !== undefined) return asRecords([whole])
  const glued = text.startsWith('{') ? split(text) : undefined
  return glued === undefined ? { records: [], skipped: 'not JSON' } : asRecords(glued)
}

/** Without the byte-order mark a file may begin with, and without what surrounds the record. */
export const trimmed = (line: string): string => (line.startsWith('\ufeff') ? line.slice(1) : line).trim()

export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const asRecords = (values: readonly unknown[]): ParsedLine => {
  const records = values.filter(isFields)
  return records.length === values.length ? { records } : { records, skipped: 'not an object' }
}

/** The records of a line that holds several; `undefined` when it cannot be cut into whole ones. */
const split = (text: string): readonly unknown[] | undefined => {
  let seam = text.indexOf('}{')
  for (let tried = 0; seam !== -1 && tried < GLUED_SEAMS_MAX; tried += 1) {
    const first = parse(text.slice(0, seam + 1))
    if (first !== undefined) {
      const rest = text.slice(seam + 1)
      const second = parse(rest)
      const others = second === undefined ? split(rest) : [second]
      return others === undefined ? undefined : [first, ...others]
    }
    seam = text.indexOf('}{', seam + 2)
  }
  return undefined
}

/** The beginning of a session file: enough lines to tell the format, or all of it where it is one JSON document. */
import { HEAD_RECORDS } from './detect.ts'
import { type Fields, isFields } from './fields.ts'
import { parse, parseLine, trimmed } from './records.ts'

export type LineSource = { readonly next: () => Promise<string | undefined>; readonly close: () => Promise<void> }

export type Head = {
  readonly lines: readonly string[]
  readonly records: readonly Fields[]
  /** Set where all lines together are one object. */
  readonly document: Fields | null
}

/** A document is read whole up to this many characters; what is larger is taken for lines. */
const DOCUMENT_CHARS_MAX = 64 * 1024 * 1024
/** Lines that are looked at before a file without a record is given up. */
const HEAD_LINES_MAX = 200

export const lineSource = (lines: AsyncIterable<string> | Iterable<string>): LineSource => {
  const iterator = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
  return {
    next: async () => {
      const step = await iterator.next()
      return step.done === true ? undefined : step.value
    },
    close: async () => {
      await iterator.return?.()
    },
  }
}

export const readHead = async (source: LineSource): Promise<Head> => {
  const lines: string[] = []
  const records: Fields[] = []
  while (records.length < HEAD_RECORDS && lines.length < HEAD_LINES_MAX) {
    const line = await source.next()
    if (line === undefined) break
    lines.push(line)
    const parsed = parseLine(line)
    records.push(...parsed.records)
    if (records.length === 0 && parsed.skipped !== undefined && beginsDocument(line)) return readDocument(source, lines)
  }
  return { lines, records, document: null }
}

const beginsDocument = (line: string): boolean => /^[{[]/.test(trimmed(line))

const readDocument = async (source: LineSource, lines: string[]): Promise<Head> => {
  let chars = 0
  for (let line = await source.next(); line !== undefined; line = await source.next()) {
    lines.push(line)
    chars += line.length
    if (chars > DOCUMENT_CHARS_MAX) break
  }
  const document = chars > DOCUMENT_CHARS_MAX ? undefined : parse(trimmed(lines.join('\n')))
  if (isFields(document)) return { lines, records: [], document }
  const records: Fields[] = []
  for (const line of lines) {
    if (records.length >= HEAD_RECORDS) break
    records.push(...parseLine(line).records)
  }
  return { lines, records, document: null }
}
